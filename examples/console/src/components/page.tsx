import { useEffect, useRef, type ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** Links to the parent pages. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page, which also sets the title of the tab. A screen reader continues at the heading of a new page. */
export const Page = ({ title, above, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Platform console`;
  }, [title]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="content">
      {above && (
        <nav aria-label="Above" className="above">
          {above}
        </nav>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
};

/** A section of a page with a heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
