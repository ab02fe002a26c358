/** Something that can be found. */
export interface SearchPage {
  readonly title: string;
  readonly url: string;
  readonly content: string;
  /** `page` when absent. */
  readonly kind?: 'video' | 'news';
  /** Of whom it is known: an identifier of a provider. */
  readonly provider: 'builtin' | 'crawled';
}
