import type { DefaultTheme as Defaults, Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import RunSnippet from '../runner/RunSnippet.vue';
import '../runner/runner.css';
import { searchOptions } from './search-options.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app, siteData }) => {
    app.component('RunSnippet', RunSnippet);
    // VitePress evaluates the text of a function in its configuration, which the policy of the pages forbids.
    const themeConfig = siteData.value.themeConfig as Defaults.Config;
    const search: Defaults.Config['search'] = { provider: 'local', options: { miniSearch: { searchOptions } } };
    siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, search } };
  },
} satisfies Theme;
