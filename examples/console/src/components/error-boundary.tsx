import { isPlatformError } from '@platform-sdk/core';
import { Component, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

const NOT_LOADED = 'This page could not be loaded. Check your connection.';

interface Props {
  /** The URL of the page. A change of the URL clears the failure. */
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly place: string;
  readonly error?: unknown;
}

/** Shows an error instead of a page that failed, for example because its chunk is missing. React requires a class for this. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { place: this.props.place };

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error ?? new Error('unknown') };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main id="content">
        <Failure error={error} text={isPlatformError(error) ? undefined : NOT_LOADED} onRetry={() => location.reload()} />
      </main>
    );
  }
}
