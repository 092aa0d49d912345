import { useFieldKinds } from '@typecase/content/react/field-kinds'
import { Button } from '@typecase/ui/button'
import { InlineCode } from '@typecase/ui/inline-code'
import { SortableList } from '@typecase/ui/sortable-list'

import { duplicateField, orderFields, removeField } from '../draft/field-tree.ts'
import type { FieldDraft } from '../draft/type-draft.ts'
import { has, labelOfField } from '../field-types.ts'
import { AddField } from './add-field.tsx'
import styles from './type-form.module.css'

export interface FieldListProps {
  label: string
  /** The fields of this level. */
  fields: readonly FieldDraft[]
  /** Uid of the group or repeater that contains them. */
  parent: string | null
  /** All fields of the type. `onChange` always receives the complete list. */
  all: readonly FieldDraft[]
  chosen: string | null
  onChoose(uid: string | null): void
  onChange(fields: FieldDraft[]): void
}

/**
 * Fields in their order, which can be changed by dragging or Alt+↑/↓. Enter shows a field's settings. Fields of groups
 * and repeaters are listed below them.
 */
export function FieldList(props: FieldListProps) {
  const { label, fields, parent, all, chosen, onChoose, onChange } = props
  const kinds = useFieldKinds()
  return (
    <SortableList
      aria-label={label}
      items={fields.map((field) => ({ ...field, id: field.uid, label: field.title }))}
      onAction={(uid) => onChoose(String(uid))}
      onReorder={({ order }) => onChange(orderFields(all, parent, order))}
      empty={<p className={styles.empty}>No fields yet. Type a name below and add it.</p>}
    >
      {(field) => (
        <div className={styles.field}>
          <div className={styles.fieldRow} data-chosen={field.uid === chosen || undefined}>
            <span className={styles.fieldTitle}>{field.title}</span>
            <InlineCode>{field.key}</InlineCode>
            <span className={styles.fieldType}>
              {labelOfField(field, kinds)}
              {field.required ? ' · required' : ''}
            </span>
            <Button
              variant="quiet"
              icon="settings-2"
              aria-label={`Settings of ${field.title}`}
              onPress={() => onChoose(field.uid)}
            />
            <Button
              variant="quiet"
              icon="copy"
              aria-label={`Duplicate ${field.title}`}
              onPress={() => onChange(duplicateField(all, field.uid))}
            />
            <Button
              variant="quiet"
              icon="trash-2"
              aria-label={`Remove ${field.title}`}
              onPress={() => {
                onChange(removeField(all, field.uid))
                if (field.uid === chosen) onChoose(null)
              }}
            />
          </div>
          {has.fields(field.type) ? <InnerFields {...props} field={field} /> : null}
        </div>
      )}
    </SortableList>
  )
}

function InnerFields({ field, ...props }: FieldListProps & { field: FieldDraft }) {
  const { all, onChange, onChoose } = props
  return (
    <div className={styles.inner}>
      <FieldList
        {...props}
        label={`Fields of ${field.title}`}
        fields={field.fields}
        parent={field.uid}
      />
      <AddField
        parent={field.uid}
        within={field}
        fields={all}
        onAdd={(fields, uid) => {
          onChange(fields)
          onChoose(uid)
        }}
      />
    </div>
  )
}
