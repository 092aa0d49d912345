import { isMissingCode, describeMissingCode } from '@typecase/plugin-sdk/missing-code'
import { forgetFailures } from '@typecase/plugin-sdk/module'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { type ComponentType, type ReactNode, Component, Suspense } from 'react'

/** Receives a message for the user. The parent unmounts the part; mounting it again makes another attempt. */
type OnFailure = (message: string) => void

/**
 * Makes a part of the shell whose code is fetched when it is first shown. If the code does not arrive or fails, the
 * page around the part stays usable, and the next mount fetches the code again.
 * @param what the name of the part in messages: `The palette`
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
) {
  const View = lazyView(load, what) as ComponentType<object>
  return function LazyPart({ onFailure, ...props }: Props & { onFailure: OnFailure }) {
    return (
      <Boundary onFailure={onFailure}>
        <Suspense>
          <View {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

class Boundary extends Component<
  { onFailure: OnFailure; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error)
    forgetFailures()
    this.props.onFailure(isMissingCode(error) ? describeMissingCode() : words)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
