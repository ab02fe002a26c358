/** A placeholder for content that is still loading. */
export const Loading = ({ what = 'Loading' }: { readonly what?: string }) => (
  <p className="loading" role="status">
    {what} …
  </p>
);
