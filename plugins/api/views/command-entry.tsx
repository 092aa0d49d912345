import { isApiError } from '@typecase/plugin-sdk/api-error'
import { type Ref, refKey } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
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
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useEffect, useState } from 'react'

import { bodyOf, curlOf, lineOf } from '../request-text.ts'
import styles from './api-page.module.css'
import { CopiedText } from './copied-text.tsx'

/** The objects that the page is about. */
export interface PageScope {
  readonly query: ListQuery
  readonly total: number
}

/** One command: its line, its request, and running it. */
export function CommandEntry({ state, scope }: { state: CommandState; scope: PageScope }) {
  const commands = useService(Commands)
  const selection = useService(Selection)
  const [filled, setFilled] = useState<JsonObject>({})
  const { id: command } = state
  const title = state.title.replace(/…$/, '')
  const usage = commands.terminalUsage(command) ?? ''
  const isScoped = usage.includes(WHICH_OBJECTS)
  // The page says which objects; they are asked for nowhere else.
  const which = isScoped ? { scope: scopeToJson({ kind: 'query', ...scope }) } : {}
  const made = useMadeCall({ command, args: { ...filled, ...which } })

  async function handleFill() {
    const ref = await commands.complete({ command, args: which })
    if (!ref) return
    const { scope: _, ...rest } = ref.args ?? {}
    setFilled(rest)
  }

  async function handleRun() {
    const all = { kind: 'object', ids: [], ...scope }
    if (isScoped) selection.set(all)
    await commands.run({ command, args: filled }, { source: 'button' })
    // Somebody may have gone on to select others.
    if (selection.get() === all) selection.clear('object')
  }

  const none = isScoped && scope.total === 0 ? 'There are no such objects.' : undefined
  return (
    <div className={styles.entry}>
      {made.kind === 'loading' ? <SkeletonRows label={title} /> : null}
      {made.kind === 'failed' ? <p role="alert">{made.message}</p> : null}
      {made.kind === 'open' ? <CopiedText label="Terminal" of={title} text={usage} /> : null}
      {made.kind === 'made' ? (
        <>
          <CopiedText label="Terminal" of={title} text={made.call.terminalLine} />
          <CopiedText label="curl" of={title} text={curlOf(made.call, location.origin)} />
          <CopiedText label={lineOf(made.call)} of={title} text={bodyOf(made.call)} />
        </>
      ) : null}
      <div className={styles.actions}>
        {made.kind === 'open' || Object.keys(filled).length > 0 ? (
          <Button onPress={() => void handleFill()} aria-label={`Fill in: ${title}`}>
            Fill in…
          </Button>
        ) : null}
        {state.isInternal ? null : (
          <Button
            variant={made.kind === 'made' ? 'primary' : 'plain'}
            icon="play"
            disabledReason={none}
            onPress={() => void handleRun()}
            aria-label={`Run: ${title}`}
          >
            Run…
          </Button>
        )}
        {made.kind === 'open' ? (
          <span className={styles.note}>
            Fill in what is missing to see the exact command and request.
          </span>
        ) : null}
      </div>
    </div>
  )
}

export type CallState =
  | { readonly kind: 'loading' }
  /** Arguments are missing. */
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'made'; readonly call: MadeCall }

/** The call of a command with these arguments, as far as they are enough. */
export function useMadeCall(ref: Ref): CallState {
  const commands = useService(Commands)
  const key = refKey(ref)
  const [known, setKnown] = useState<{ key: string; state: CallState }>()

  useEffect(() => {
    let isWanted = true
    const settle = (state: CallState) => {
      if (isWanted) setKnown({ key, state })
    }
    commands.callOf(ref).then(
      (call) => settle(call ? { kind: 'made', call } : { kind: 'open' }),
      (error: unknown) => {
        if (isInvalid(error)) settle({ kind: 'open' })
        else settle({ kind: 'failed', message: error instanceof Error ? error.message : '' })
      },
    )
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the reference
  }, [commands, key])

  // What was made of other arguments stays until the new one is there.
  return known?.state ?? { kind: 'loading' }
}

const isInvalid = (error: unknown) =>
  isApiError(error, 'invalid') ||
  (error instanceof Error && 'code' in error && error.code === 'invalid')
