import { type FieldChange, shownValues } from '@typecase/contract/field-changes'
import { valueInWords } from '@typecase/content/change-in-words'
import { objectNoun } from '@typecase/content/noun'
import type { Noun } from '@typecase/plugin-sdk/server-call'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { BeforeAfter } from '@typecase/ui/before-after'
import { Link } from '@typecase/ui/link'

import { changeRoute, objectRef } from '../routes.ts'
import styles from './details.module.css'
import { Pages } from './pages.tsx'

interface ChangedObjectsProps {
  /** What people call a field, by its path. */
  nameOf(path: string): string
  /** What they are: only objects have a page. */
  noun: Noun
  changes: readonly FieldChange[]
  /** Objects of the whole change. */
  total: number
  skip: number
  pageSize: number
  isBusy: boolean
}

/** A page of the objects that were changed, each with its fields before and after. */
export function ChangedObjects({
  nameOf,
  noun,
  changes,
  total,
  skip,
  pageSize,
  isBusy,
}: ChangedObjectsProps) {
  const { href, go } = useService(Navigation)
  const objects = [...Map.groupBy(changes, ({ object_id }) => object_id)]
  return (
    <section aria-labelledby="changed-objects" aria-busy={isBusy}>
      <h2 id="changed-objects" className={styles.subtitle}>
        What it changed
      </h2>
      {objects.length === 0 ? (
        <p className={styles.note}>
          Nothing to compare: what was changed no longer exists, or is as it was before.
        </p>
      ) : (
        <ul className={styles.list} aria-labelledby="changed-objects">
          {objects.map(([id, fields]) => (
            <li key={id} className={styles.object}>
              {noun === objectNoun ? (
                <Link href={href(objectRef, { params: { objectID: id } })} variant="quiet">
                  {fields[0]?.title || 'Untitled'}
                </Link>
              ) : (
                <span>{fields[0]?.title || 'Untitled'}</span>
              )}
              <dl className={styles.fields}>
                {fields.map((change) => (
                  <Field key={change.field} change={change} nameOf={nameOf} />
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
      <Pages
        skip={skip}
        pageSize={pageSize}
        total={total}
        onTurn={(next) => void go(changeRoute, { search: next > 0 ? { skip: next } : {} })}
      />
    </section>
  )
}

function Field({ change, nameOf }: { change: FieldChange; nameOf(path: string): string }) {
  const { field } = change
  const { before, after } = shownValues(change)
  const [from, to] = [valueInWords(field, before), valueInWords(field, after)]
  const words = eventInWords(field, after)
  return (
    <div className={styles.field}>
      <dt>{words ?? nameOf(field)}</dt>
      <dd>
        {words ? null : from === '' || to === '' ? (
          <OneSided before={from} after={to} />
        ) : (
          <BeforeAfter before={from} after={to} />
        )}
      </dd>
    </div>
  )
}

function OneSided({ before: from, after: to }: { before: string; after: string }) {
  return (
    <>
      {from ? null : <span className={styles.nothing}>empty → </span>}
      <BeforeAfter before={from} after={to} />
      {to ? null : <span className={styles.nothing}> → empty</span>}
    </>
  )
}

/** What happened to the object as a whole; undefined for a field. */
function eventInWords(field: string, after: unknown): string | undefined {
  if (field === 'object') return 'Made'
  if (field === 'deleted') return after === true ? 'Moved to the trash' : 'Restored from the trash'
  if (field === 'order') return 'Moved to another place'
  return undefined
}
