import { search } from '../../scenes/platform.ts';

const result = await search.search({ query: 'wheel', flow: 'search_only' });
console.log(result);
