import type { Metafield } from '@typecase/contract/metafields'
import type { EditorForm } from '@typecase/content/slots'
import { Slot, useFills } from '@typecase/plugin-sdk/react/slot'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { createContext, type ReactNode, use, useMemo } from 'react'

import { objectRoute } from './routes.ts'
import { getAt, type Path } from '@typecase/content/object/path'
import type { EditorSession } from './session/editor-session.ts'
import { useSession, useSessionState } from './use-session.tsx'
import styles from './views/editor.module.css'

/** Returns the form of a session, for plugins that work with its fields. */
export const formOf = (session: EditorSession): EditorForm => ({
  valueAt: (path) => getAt(session.get().draft.values, path),
  edit: session.edit,
  goTo: session.focus,
  focusedPath: () =>
    document.activeElement?.closest('[data-path]')?.getAttribute('data-path') ?? undefined,
  subscribe: session.subscribe,
})

const SideLocaleContext = createContext<string | undefined>(undefined)

/** Returns the locale shown beside the fields. */
export const useSideLocale = (): string | undefined => use(SideLocaleContext)

/** Provides the locale that the URL names, if a plugin can show it beside the fields. */
export function SideLocaleProvider({ children }: { children: ReactNode }) {
  const { beside: sideLocale } = useRouteSearch(objectRoute)
  const isOffered = useFills('editor.beside').length > 0
  const isSaved = useSessionState(({ draft }) => draft.server !== undefined)
  return (
    <SideLocaleContext value={isOffered && isSaved ? sideLocale : undefined}>
      {children}
    </SideLocaleContext>
  )
}

/** Shows the panels of plugins above the fields. */
export function FormTop() {
  return useFills('editor.top').length > 0 ? <OpenTop /> : null
}

function OpenTop() {
  const session = useSession()
  const object = useSessionState(({ draft }) => draft.server)
  const sideLocale = useSideLocale()
  const form = useMemo(() => formOf(session), [session])
  const { objectType } = session
  if (!object) return null
  return <Slot name="editor.top" props={{ object, objectType, sideLocale, form }} isInline />
}

interface SideLocaleRowProps {
  field: Metafield
  path: Path
  children: ReactNode
}

/** Shows a field beside its value in the side locale. */
export function SideLocaleRow({ field, path, children }: SideLocaleRowProps) {
  const sideLocale = useSideLocale()
  const isInside = path.split('.').length > 2
  if (sideLocale === undefined || isInside) return children
  return (
    <div className={styles.sideBySide}>
      <div>
        <Source field={field} path={path} sideLocale={sideLocale} />
      </div>
      <div>{children}</div>
    </div>
  )
}

function Source({
  field,
  path,
  sideLocale,
}: Omit<SideLocaleRowProps, 'children'> & { sideLocale: string }) {
  const session = useSession()
  const value = useSessionState(({ draft }) => getAt(draft.values, path))
  const object = useSessionState(({ draft }) => draft.server)
  const form = useMemo(() => formOf(session), [session])
  if (!object) return null
  const { objectType } = session
  return (
    <Slot
      name="editor.beside"
      props={{ field, path, value, object, objectType, sideLocale, form }}
      fallback={<SkeletonLines label={field.title} count={2} />}
    />
  )
}
