import { Button } from '@typecase/ui/button'
import { FailureState } from '@typecase/ui/failure-state'
import { SkeletonLines } from '@typecase/ui/skeleton'
import type { ReactNode } from 'react'
import { Component, Suspense } from 'react'

import { isMissingCode, describeMissingCode, reloadForCode } from '../missing-code.ts'
import { forgetFailures } from '../module.ts'
import { isExpected } from '../refusal.ts'
import { TimeoutError } from '../within.ts'
import { useCopy } from './copy.tsx'
import { type Host, useHost } from './host.tsx'

/** Waits before code is fetched again: `online` says that there is a network, not that it answers yet. */
const RECOVERY_MS = [500, 2000, 8000]

export interface PluginBoundaryProps {
  /** Id of the plugin whose part this is. */
  owner: string
  /** The name of the part that failed: `panel`, `page`. */
  part?: string
  /** Shown while the code loads: grey lines unless given. */
  fallback?: ReactNode
  /**
   * Part of a bar, a line or a cell, where there is no room: nothing while the code loads, and a button that tries again
   * in place of a failure.
   */
  isInline?: boolean | undefined
  children: ReactNode
}

/**
 * Keeps a failing part of a plugin from taking its surroundings along: names the plugin and offers
 * Retry, Disable and Copy report. The rest of the plugin goes on.
 */
export function PluginBoundary({ fallback = <SkeletonLines />, ...props }: PluginBoundaryProps) {
  const host = useHost()
  return (
    <Boundary {...props} host={host}>
      <Suspense fallback={props.isInline ? null : fallback}>{props.children}</Suspense>
    </Boundary>
  )
}

interface BoundaryState {
  readonly failure: { readonly error: unknown; readonly report?: string } | undefined
}

class Boundary extends Component<
  Omit<PluginBoundaryProps, 'fallback'> & { host: Host },
  BoundaryState
> {
  override state: BoundaryState = { failure: undefined }
  /** Which code was missing when it was asked for again. */
  #retried: string | undefined
  /** Waits left since the network came back. */
  #recovery: readonly number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown): void {
    // A refusal of the server is shown here but is not the plugin's fault; neither is code that did not arrive.
    if (isExpected(error)) return
    if (isMissingCode(error)) {
      // Asked for again in vain, as in browsers that remember, or after an upgrade: only a new page has it.
      if (messageOf(error) === this.#retried) void reloadForCode()
      else this.#recoverLater()
      return
    }
    const report = this.props.host.plugins.report(this.props.owner, 'render', error)
    this.setState({ failure: { error, report } })
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.#handleOnline)
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.#handleOnline)
    clearTimeout(this.#timer)
  }

  /** Code that did not arrive while there was no network comes without a press of Retry. */
  readonly #handleOnline = (): void => {
    this.#recovery = RECOVERY_MS
    this.#recover()
  }

  #recover(): void {
    const error = this.state.failure?.error
    if (!isMissingCode(error) && !(error instanceof TimeoutError)) return
    forgetFailures()
    this.setState({ failure: undefined })
  }

  /** A request that was made without a network may also fail only after the network is back. */
  #recoverLater(): void {
    // Some browsers remember what did not arrive: only a new page has it. A panel leaves that to Retry, since one may be typing.
    if (this.props.part === 'page' && this.#recovery.length === RECOVERY_MS.length - 1)
      void reloadForCode()
    const [wait, ...rest] = this.#recovery
    if (wait === undefined) return
    this.#recovery = rest
    this.#timer = setTimeout(() => this.#recover(), wait)
  }

  readonly #handleRetry = (): void => {
    this.#retried = messageOf(this.state.failure?.error)
    forgetFailures()
    void this.props.host.plugins.retry(this.props.owner)
    this.setState({ failure: undefined })
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <PluginFailure
        {...failure}
        owner={this.props.owner}
        part={this.props.part ?? 'panel'}
        isInline={this.props.isInline}
        onRetry={this.#handleRetry}
      />
    )
  }
}

function PluginFailure({
  owner,
  part,
  error,
  report,
  isInline,
  onRetry,
}: {
  owner: string
  part: string
  isInline: boolean | undefined
  error: unknown
  report?: string
  onRetry: () => void
}) {
  const { plugins } = useHost()
  const copy = useCopy()
  const title = plugins.list().find((plugin) => plugin.id === owner)?.title ?? owner
  return (
    <FailureState
      title={`This ${part} of “${title}” failed`}
      isInline={isInline}
      onRetry={onRetry}
      actions={
        <>
          <Button onPress={() => void plugins.disable(owner)}>Disable</Button>
          <Button
            variant="quiet"
            onPress={() => void copy(report ?? String(error), 'Report copied.')}
          >
            Copy report
          </Button>
        </>
      }
    >
      {describeError(error)}
    </FailureState>
  )
}

function describeError(error: unknown): string {
  if (isMissingCode(error)) return describeMissingCode()
  return messageOf(error)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
