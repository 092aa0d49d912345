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

/** @throws outside a `SessionProvider` */
export function useSession(): EditorSession {
  const session = use(SessionContext)
  if (!session) throw new Error('The parts of the editor must be used within a SessionProvider')
  return session
}

/** Renders again only when what is selected changes: typing in one field leaves the others alone. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => select(session.get()))
}

/** The props of every field component. */
export interface FieldProps {
  readonly field: Metafield
  readonly path: Path
}

/** A field as its component shows it: the value, how to change it, and the words around the control. */
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
      // Undefined leaves it to the field: an error shows once focus has left it.
      isTouched: isTouched || refusal !== undefined || undefined,
    },
  }
}

/** The language of the texts, and its direction: that of the object's locale. */
export function useWriting(): Writing | undefined {
  const locale = useSessionState(({ draft }) => draft.values.locale)
  return locale ? { lang: locale, dir: directionOf(locale) } : undefined
}

/** Text of a value that should be text; a number written by another client is shown, not lost. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function useBucketSlug(): string {
  return useSession().bucketSlug
}
