import { Field } from '@typecase/ui/field'

import type { FieldProps } from '../use-session.tsx'
import { FieldList } from './field-list.tsx'
import styles from './fields.module.css'

/** A group of fields, stored as one value. */
export function ParentMetafield({ field, path }: FieldProps) {
  return (
    <Field label={field.title} note={field.type} description={field.helptext}>
      <div className={styles.group}>
        <FieldList fields={field.children ?? []} prefix={path} />
      </div>
    </Field>
  )
}
