import { type FieldChange, fieldInVersion, displayValues } from '@typecase/contract/field-changes'
import { BeforeAfter } from '@typecase/ui/before-after'
import { Link } from '@typecase/ui/link'

import { describeValue } from '../words/change.ts'
import styles from './object-changes.module.css'

interface ObjectChangesProps {
  changes: readonly FieldChange[]
  /** Returns the title of the field at a path. */
  nameOf(path: string): string
  /** Returns the address of an object's page; undefined where objects have no page. */
  hrefOf?: ((id: string) => string) | undefined
  /** The id of the heading. */
  'aria-labelledby': string
}

/** Lists objects, each with its fields before and after a change. */
export function ObjectChanges({
  changes,
  nameOf,
  hrefOf,
  'aria-labelledby': heading,
}: ObjectChangesProps) {
  const objects = [...Map.groupBy(changes, ({ object_id }) => object_id)]
  return (
    <ul className={styles.list} aria-labelledby={heading}>
      {objects.map(([id, fields]) => {
        const title = fields[0]?.title || 'Untitled'
        return (
          <li key={id} className={styles.object}>
            {hrefOf ? (
              <Link href={hrefOf(id)} variant="quiet">
                {title}
              </Link>
            ) : (
              <span>{title}</span>
            )}
            <dl className={styles.fields}>
              {fields.map((change) => (
                <Field key={change.field} change={change} nameOf={nameOf} />
              ))}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}

function Field({ change, nameOf }: { change: FieldChange; nameOf(path: string): string }) {
  const { field } = change
  const { before, after } = displayValues(change)
  const column = fieldInVersion(field)
  const [from, to] = [describeValue(column, before), describeValue(column, after)]
  const event = describeEvent(field, after)
  return (
    <div className={styles.field}>
      <dt>{event ?? nameOf(field)}</dt>
      <dd>
        {event ? null : from === '' || to === '' ? (
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

/** Describes a change of the whole object; undefined for a change of a field. */
function describeEvent(field: string, after: unknown): string | undefined {
  if (field === 'object') return 'Made'
  if (field === 'deleted') return after === true ? 'Moved to the trash' : 'Restored from the trash'
  if (field === 'order') return 'Moved'
  return undefined
}
