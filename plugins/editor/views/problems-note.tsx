import { useService } from '@typecase/plugin-sdk/react/services'
import { Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import { getAt, isVisibleAt, type Path } from '@typecase/content/object/path'
import { fieldAt, fieldTitle, locationOf } from '@typecase/content/object/server-problems'
import type { Problem } from '@typecase/content/object/problem'
import type { EditorSession } from '../session/editor-session.ts'
import { useSession, useSessionState } from '../use-session.tsx'
import styles from './editor.module.css'

/** Number of problems listed: the first ones, because users fix them from the top. */
const MAX_PROBLEMS = 8

/** Shows the errors that prevented the last save, as links to the fields. Each disappears when it is fixed. */
export function ProblemsNote() {
  const session = useSession()
  // A text, so that typing renders this only when the problems change.
  const listed = useSessionState(() => JSON.stringify(visibleProblems(session)))
  const problems = JSON.parse(listed) as Problem[] // Parses the text built above.
  const { length } = problems
  if (length === 0) return null
  const { metafields } = session.objectType
  return (
    <section className={styles.problems} aria-label="Fields with errors">
      <p role="status">
        {plural(length, 'One field needs fixing', `${formatNumber(length)} fields need fixing`)}
      </p>
      <ul>
        {problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
          const location = locationOf(metafields, path)
          if (isHidden(session, path))
            return <HiddenProblem key={path} path={path} message={message} />
          return (
            <li key={path}>
              <Button variant="quiet" icon="circle-alert" onPress={() => session.focus(path)}>
                {location ? `${location}: ${message}` : message}
              </Button>
            </li>
          )
        })}
      </ul>
      {length > MAX_PROBLEMS ? <p>{`and ${length - MAX_PROBLEMS} more below`}</p> : null}
    </section>
  )
}

/** Offers to clear a field that is not on screen, because its value cannot be fixed there. */
function HiddenProblem({ path, message }: Problem) {
  const session = useSession()
  const toasts = useService(Toasts)
  const { metafields } = session.objectType
  const title = fieldTitle(metafields, path)
  const location = locationOf(metafields, path)
  function clear() {
    const value = getAt(session.get().draft.values, path)
    session.edit(path, undefined)
    const undo = () => session.edit(path, value)
    toasts.show({ message: `${title} is empty now.`, action: { label: 'Undo', run: undo } })
  }
  return (
    <li className={styles.pair}>
      <Icon name="circle-alert" />
      {`${location ? `${location}: ` : ''}${message} (hidden field)`}
      <Button variant="quiet" icon="x" aria-label={`Clear ${title}`} onPress={clear}>
        Clear
      </Button>
    </li>
  )
}

/** Whether a field is hidden, by itself or in a hidden group. */
function isHidden({ objectType, get }: EditorSession, path: Path): boolean {
  const keys = path.split('.')
  return keys.some((_key, index) => {
    const at = keys.slice(0, index + 1).join('.')
    const field = fieldAt(objectType.metafields, at)
    return field !== undefined && !isVisibleAt(field, get().draft.values, at)
  })
}

/** Returns the problems found by the server, and those of the fields that an attempt to save has marked. */
function visibleProblems(session: EditorSession): readonly Problem[] {
  const { touched, problems } = session.get()
  if (touched.size === 0) return problems
  const touchedProblems = session.problems().filter(({ path }) => touched.has(path))
  const others = problems.filter(
    (problem) => !touchedProblems.some(({ path }) => path === problem.path),
  )
  return [...touchedProblems, ...others]
}
