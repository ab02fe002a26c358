import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import RunSnippet from '../runner/RunSnippet.vue';
import '../runner/runner.css';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('RunSnippet', RunSnippet),
} satisfies Theme;
