/** Stands where something is on its way. */
export const Loading = ({ what = 'Loading' }: { readonly what?: string }) => (
  <p className="loading" role="status">
    {what} …
  </p>
);
