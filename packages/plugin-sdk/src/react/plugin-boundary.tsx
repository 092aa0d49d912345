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

/** Delays in ms before code is fetched again: at the event `online` there is a network, but it may not respond yet. */
const RECOVERY_MS = [500, 2000, 8000]

export interface PluginBoundaryProps {
  /** Id of the plugin that the part belongs to. */
  owner: string
  /** The name of the part that failed: `panel`, `page`. */
  part?: string
  /** Shown while the code loads; grey lines by default. */
  fallback?: ReactNode
  /**
   * For a part of a bar, a line or a cell, which has little room: shows nothing while the code loads, and only a button
   * that retries after a failure.
   */
  isInline?: boolean | undefined
  children: ReactNode
}

/**
 * Contains the failure of a part of a plugin: names the plugin and offers Retry, Disable and Copy report. The rest of
 * the plugin goes on working.
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
  /** The error message at the last Retry, to detect that the same code is missing again. */
  #retried: string | undefined
  /** Delays left since the network came back. */
  #recovery: readonly number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown): void {
    // A refusal of the server is shown here but is not the plugin's fault. Missing code is not its fault either.
    if (isExpected(error)) return
    if (isMissingCode(error)) {
      // Retry did not help: the browser remembers the failure, or the server was upgraded. Only a new page has the
      // code.
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

  /** Fetches code that could not be fetched offline, without a press of Retry. */
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

  /** Schedules the next attempt: a request made offline may fail only after the network is back. */
  #recoverLater(): void {
    // Some browsers remember a failed fetch until the page is reloaded. A panel leaves the reload to Retry, because the
    // user may be typing.
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
