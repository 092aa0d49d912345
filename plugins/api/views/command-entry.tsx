import { isApiError } from '@typecase/plugin-sdk/api-error'
import { type Ref, refKey } from '@typecase/plugin-sdk/command'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { useService } from '@typecase/plugin-sdk/react/services'
import { scopeToJson } from '@typecase/plugin-sdk/scope'
import {
  Commands,
  type CommandState,
  type MadeCall,
  Selection,
} from '@typecase/plugin-sdk/services'
import { WHICH_OBJECTS } from '@typecase/plugin-sdk/terminal-line'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { useEffect, useState } from 'react'

import { bodyOf, curlOf, lineOf } from '../request-text.ts'
import styles from './api-page.module.css'
import { CopiedText } from './copied-text.tsx'

/** The objects on the page, to which commands apply. */
export interface PageScope {
  readonly query: ListQuery
  readonly total: number
}

/** A command with its terminal line, its request, and a button to run it. */
export function CommandEntry({ state, scope }: { state: CommandState; scope: PageScope }) {
  const commands = useService(Commands)
  const selection = useService(Selection)
  const [filled, setFilled] = useState<JsonObject>({})
  const { id: command } = state
  const title = state.title.replace(/…$/, '')
  const objects = scopeToJson({ kind: 'query', ...scope })
  const filledCall = useMadeCall({ command, args: filled }, objects)
  const usage = filledCall.kind === 'open' || filledCall.kind === 'made' ? filledCall.usage : ''
  const isScoped = usage.includes(WHICH_OBJECTS)

  async function handleFill() {
    const ref = await commands.complete({ command, args: isScoped ? { scope: objects } : {} })
    if (!ref) return
    const { scope: _, ...rest } = ref.args ?? {}
    setFilled(rest)
  }

  async function handleRun() {
    const all = { kind: 'object', ids: [], ...scope }
    if (isScoped) selection.set(all)
    await commands.run({ command, args: filled }, { source: 'button' })
    // The user may have changed the selection meanwhile.
    if (selection.get() === all) selection.clear('object')
  }

  const none = isScoped && scope.total === 0 ? 'There are no such objects.' : undefined
  return (
    <div className={styles.entry}>
      {filledCall.kind === 'loading' ? <SkeletonLines label={title} /> : null}
      {filledCall.kind === 'failed' ? <p role="alert">{filledCall.message}</p> : null}
      {filledCall.kind === 'open' ? (
        <CopiedText label="Terminal" of={title} text={filledCall.usage} />
      ) : null}
      {filledCall.kind === 'made' ? (
        <>
          <CopiedText label="Terminal" of={title} text={filledCall.call.terminalLine} />
          <CopiedText label="curl" of={title} text={curlOf(filledCall.call, location.origin)} />
          <CopiedText label={lineOf(filledCall.call)} of={title} text={bodyOf(filledCall.call)} />
        </>
      ) : null}
      <div className={styles.actions}>
        {filledCall.kind === 'open' || Object.keys(filled).length > 0 ? (
          <Button onPress={() => void handleFill()} aria-label={`Fill in: ${title}`}>
            Fill in…
          </Button>
        ) : null}
        {state.isInternal ? null : (
          <Button
            variant={filledCall.kind === 'made' ? 'primary' : 'plain'}
            icon="play"
            disabledReason={none}
            onPress={() => void handleRun()}
            aria-label={`Run: ${title}`}
          >
            Run…
          </Button>
        )}
        {filledCall.kind === 'open' ? (
          <span className={styles.note}>
            Fill in what is missing to see the exact command and request.
          </span>
        ) : null}
      </div>
    </div>
  )
}

type CallState =
  | { readonly kind: 'loading' }
  /** Arguments are missing. */
  | { readonly kind: 'open'; readonly usage: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'made'; readonly usage: string; readonly call: MadeCall }

/**
 * Returns the call of a command with these arguments, or what is missing.
 * @param scope the objects of the page, to which commands with a scope are limited
 */
function useMadeCall(ref: Ref, scope: Json): CallState {
  const commands = useService(Commands)
  const key = `${refKey(ref)} ${JSON.stringify(scope)}`
  const [result, setResult] = useState<{ key: string; state: CallState }>()

  useEffect(() => {
    let isActive = true
    const make = async (): Promise<CallState> => {
      let usage = ''
      try {
        usage = (await commands.terminalUsage(ref.command)) ?? ''
        const which = usage.includes(WHICH_OBJECTS) ? { scope } : {}
        const call = await commands.callOf({ ...ref, args: { ...ref.args, ...which } })
        return call ? { kind: 'made', usage, call } : { kind: 'open', usage }
      } catch (error) {
        if (isInvalid(error)) return { kind: 'open', usage }
        return { kind: 'failed', message: error instanceof Error ? error.message : '' }
      }
    }
    void make().then((state) => isActive && setResult({ key, state }))
    return () => {
      isActive = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the reference and the scope
  }, [commands, key])

  // The result for earlier arguments stays until the next one arrives.
  return result?.state ?? { kind: 'loading' }
}

const isInvalid = (error: unknown) =>
  isApiError(error, 'invalid') ||
  (error instanceof Error && 'code' in error && error.code === 'invalid')
