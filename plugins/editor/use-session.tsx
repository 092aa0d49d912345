import { directionOf } from '@typecase/content/locale-names'
import type { Metafield } from '@typecase/contract/metafields'
import type { Writing } from '@typecase/ui/field'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

import { getAt, type Path } from '@typecase/content/object/path'
import { problemOf } from '@typecase/content/object/validate'
import type { EditorSession, SessionState } from './session/editor-session.ts'

const SessionContext = createContext<EditorSession | undefined>(undefined)

export function SessionProvider({
  session,
  children,
}: {
  session: EditorSession
  children: ReactNode
}) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Returns the session of the editor. @throws outside a `SessionProvider` */
export function useSession(): EditorSession {
  const session = use(SessionContext)
  if (!session) throw new Error('The parts of the editor must be used within a SessionProvider')
  return session
}

/** Selects a part of the session's state. Renders only when that part changes, so other fields ignore typing in one. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => select(session.get()))
}

/** The props of every field component. */
export interface FieldProps {
  readonly field: Metafield
  readonly path: Path
}

/** Returns what the component of a field shows: the value, its setter, and the texts around the control. */
export function useField({ field, path }: FieldProps) {
  const session = useSession()
  const value = useSessionState(({ draft }) => getAt(draft.values, path))
  const refusal = useSessionState(
    ({ problems }) => problems.find((problem) => problem.path === path)?.message,
  )
  const isTouched = useSessionState(({ touched }) => touched.has(path))
  return {
    value,
    setValue: (next: unknown) => session.edit(path, next),
    text: {
      label: field.title,
      note: field.type,
      description: field.helptext,
      isRequired: field.required ?? false,
      errorMessage: refusal ?? problemOf(field, value, session.kindProblem),
      // Undefined leaves the choice to the field, which shows an error after the focus has left it.
      isTouched: isTouched || refusal !== undefined || undefined,
    },
  }
}

/** Returns the language of the texts and its direction, from the object's locale. */
export function useWriting(): Writing | undefined {
  const locale = useSessionState(({ draft }) => draft.values.locale)
  return locale ? { lang: locale, dir: directionOf(locale) } : undefined
}

/** Returns a value as text. A number written by another client is shown, not lost. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function useBucketSlug(): string {
  return useSession().bucketSlug
}
