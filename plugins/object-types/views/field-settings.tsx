import { useFieldKinds } from '@typecase/content/react/field-kinds'
import { isNamingType } from '@typecase/contract/field-types'
import type { ObjectType } from '@typecase/contract/object-types'
import { Button } from '@typecase/ui/button'
import { InspectorSection } from '@typecase/ui/split-layout'
import { Select } from '@typecase/ui/select'
import { Switch } from '@typecase/ui/switch'
import { TextField } from '@typecase/ui/text-field'

import { chooseSubtitle, retypeField, updateField } from '../draft/field-tree.ts'
import type { FieldDraft, TypeDraft } from '../draft/type-draft.ts'
import { chosenType, has, typeOptions } from '../field-types.ts'
import { FieldLimits } from './field-limits.tsx'
import { FieldOptions } from './field-options.tsx'
import { ShowWhen } from './show-when.tsx'
import styles from './type-form.module.css'

export interface FieldSettingsProps {
  field: FieldDraft
  draft: TypeDraft
  types: readonly ObjectType[]
  onChange(fields: FieldDraft[]): void
  onClose(): void
}

/** The settings of a field. Which ones are shown depends on its type. */
export function FieldSettings({ field, draft, types, onChange, onClose }: FieldSettingsProps) {
  const kinds = useFieldKinds()
  const set = (patch: Partial<FieldDraft>) => onChange(updateField(draft.fields, field.uid, patch))
  const isOutermost = draft.fields.some(({ uid }) => uid === field.uid)
  const isNaming = isOutermost && isNamingType(field.type)
  return (
    <InspectorSection
      title={field.title || 'Field'}
      detail={
        <Button variant="quiet" icon="x" aria-label="Close field settings" onPress={onClose} />
      }
    >
      <div className={styles.settings}>
        <TextField label="Field title" value={field.title} onChange={(title) => set({ title })} />
        <TextField label="Key" isCode value={field.key} onChange={(key) => set({ key })} />
        <Select
          label="Type"
          options={typeOptions(null, kinds)}
          value={kinds.some(({ id }) => id === field.kind) ? (field.kind ?? null) : field.type}
          onChange={(id) => {
            const chosen = chosenType(id, kinds)
            if (chosen) onChange(retypeField(draft.fields, field.uid, chosen.type, chosen.kind))
          }}
        />
        <TextField
          label="Help text"
          value={field.helptext ?? ''}
          onChange={(helptext) => set({ helptext })}
        />
        <Switch isSelected={field.required ?? false} onChange={(required) => set({ required })}>
          Required
        </Switch>
        {has.unique(field.type) ? (
          <Switch isSelected={field.unique ?? false} onChange={(unique) => set({ unique })}>
            Unique
          </Switch>
        ) : null}
        {isNaming ? (
          <>
            <Switch
              isSelected={field.isSearchable ?? false}
              onChange={(isSearchable) => set({ isSearchable })}
            >
              Searchable
            </Switch>
            <Switch
              isSelected={field.isSubtitle ?? false}
              onChange={(isSubtitle) =>
                onChange(chooseSubtitle(draft.fields, isSubtitle ? field.uid : null))
              }
            >
              Subtitle, shown next to titles
            </Switch>
          </>
        ) : null}
        {has.objectType(field.type) ? (
          <Select
            label="Objects of type"
            options={types.map(({ slug, title }) => ({ id: slug, label: title }))}
            value={field.object_type ?? null}
            onChange={(slug) => set({ object_type: slug ?? '' })}
          />
        ) : null}
        {has.media(field.type) ? (
          <Select
            label="Kind of media"
            options={MEDIA}
            value={field.media_validation_type ?? ''}
            onChange={(id) => set({ media_validation_type: mediaOf(id) })}
          />
        ) : null}
        <FieldOptions field={field} onChange={set} />
        <FieldLimits field={field} onChange={set} />
        <ShowWhen field={field} fields={draft.fields} onChange={set} />
      </div>
    </InspectorSection>
  )
}

const MEDIA = [
  { id: '', label: 'Any' },
  { id: 'image', label: 'Images' },
  { id: 'video', label: 'Videos' },
  { id: 'audio', label: 'Audio' },
  { id: 'application', label: 'Documents' },
]

const mediaOf = (id: string | null) =>
  id === 'image' || id === 'video' || id === 'audio' || id === 'application' ? id : ''
