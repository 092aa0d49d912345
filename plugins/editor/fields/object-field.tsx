import { Field } from '@typecase/ui/field'

import { type FieldProps, useField } from '../use-session.tsx'
import { RelatedRow } from './related-row.tsx'
import { RelationSearch } from './relation-search.tsx'
import { relatedIDs } from '@typecase/content/object/related-objects'
import { useRelated } from './use-related.tsx'
import styles from './fields.module.css'

/** Edits a relation to one object. */
export function ObjectMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const ids = relatedIDs(value).slice(0, 1)
  const { objects, isLoading } = useRelated(ids)
  const id = ids[0]
  return (
    <Field {...text}>
      {id ? (
        <div className={styles.box}>
          <RelatedRow
            id={id}
            object={objects.get(id)}
            isLoading={isLoading}
            onRemove={() => setValue(undefined)}
          />
        </div>
      ) : (
        <RelationSearch
          label={`Choose ${field.title}`}
          type={field.object_type}
          exclude={[]}
          onPick={(picked) => setValue(picked)}
        />
      )}
    </Field>
  )
}
