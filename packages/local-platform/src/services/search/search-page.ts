/** A searchable page. */
export interface SearchPage {
  readonly title: string;
  readonly url: string;
  readonly content: string;
  /** Absent for an ordinary page. */
  readonly kind?: 'video' | 'news';
  /** The provider whose search finds the page. */
  readonly provider: 'builtin' | 'crawled';
}
