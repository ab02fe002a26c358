/** Something that can be found. */
export interface SearchPage {
  readonly title: string;
  readonly url: string;
  readonly content: string;
  /** `page` when absent. */
  readonly kind?: 'video' | 'news';
  /** The source of the page: an identifier of a provider. */
  readonly provider: 'builtin' | 'crawled';
}
