import { Component, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error?: unknown;
}

/** Shows the failure of a page in its place, such as a chunk that did not arrive. React has no other form for this than a class. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main id="content">
        <Failure error={error} onRetry={() => location.reload()} />
      </main>
    );
  }
}
