import { Field } from '@typecase/ui/field'
import { SortableList } from '@typecase/ui/sortable-list'

import { type FieldProps, useField } from '../use-session.tsx'
import { RelatedRow } from './related-row.tsx'
import { RelationSearch } from './relation-search.tsx'
import { relatedIDs } from '@typecase/content/object/related-objects'
import { useRelated } from './use-related.tsx'
import styles from './fields.module.css'

/** Edits a relation to several objects in an order. Rows are dragged, or moved with Alt and the arrow keys. */
export function ObjectsMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const ids = [...new Set(relatedIDs(value))]
  const { objects, isLoading } = useRelated(ids)
  return (
    <Field {...text}>
      <div className={styles.chosen}>
        {ids.length > 0 ? (
          <SortableList
            aria-label={`Objects of ${field.title}`}
            items={ids.map((id) => ({ id, label: objects.get(id)?.title ?? id }))}
            onReorder={({ order }) => setValue(order)}
          >
            {({ id }) => (
              <RelatedRow
                id={id}
                object={objects.get(id)}
                isLoading={isLoading}
                onRemove={() => setValue(ids.filter((one) => one !== id))}
              />
            )}
          </SortableList>
        ) : null}
        <RelationSearch
          label={`Add to ${field.title}`}
          type={field.object_type}
          exclude={ids}
          onPick={(id) => setValue([...ids, id])}
        />
      </div>
    </Field>
  )
}
