import { previewLink } from '@typecase/contract/field-rules'
import { localeCodes } from '@typecase/content/locale-codes'
import { localeName } from '@typecase/content/locale-names'
import { ComboBox } from '@typecase/ui/combo-box'
import { Select } from '@typecase/ui/select'
import { TagGroup } from '@typecase/ui/tag-group'
import { InspectorSection } from '@typecase/ui/split-layout'
import { Switch } from '@typecase/ui/switch'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import type { TypeDraft } from '../draft/type-draft.ts'
import styles from './type-form.module.css'

interface TypeSettingsProps {
  draft: TypeDraft
  onChange(patch: Partial<TypeDraft>): void
}

/** Settings of the object type as a whole. */
export function TypeSettings({ draft, onChange }: TypeSettingsProps) {
  const { options } = draft
  return (
    <>
      <InspectorSection title="Object type">
        <div className={styles.settings}>
          <TextField
            label="Singular"
            placeholder="Article"
            value={draft.singular}
            onChange={(singular) => onChange({ singular })}
          />
          <TextField label="Emoji" value={draft.emoji} onChange={(emoji) => onChange({ emoji })} />
          <TextField
            label="Preview link"
            placeholder="https://example.com/[object_slug]"
            value={draft.preview_link}
            onChange={(preview_link) => onChange({ preview_link })}
            errorMessage={previewLink('Preview link', draft.preview_link)}
          />
          <Switch isSelected={draft.singleton} onChange={(singleton) => onChange({ singleton })}>
            Only one object
          </Switch>
          <Switch
            isSelected={options.slug_field}
            onChange={(slug_field) => onChange({ options: { ...options, slug_field } })}
          >
            Slug field
          </Switch>
          <Switch
            isSelected={options.content_editor}
            onChange={(content_editor) => onChange({ options: { ...options, content_editor } })}
          >
            Content editor
          </Switch>
        </div>
      </InspectorSection>
      <InspectorSection title="Locales">
        <div className={styles.settings}>
          <Switch
            isSelected={draft.localization}
            onChange={(localization) => onChange({ localization })}
          >
            Localized
          </Switch>
          {draft.localization ? (
            <>
              <TypeLocales draft={draft} onChange={onChange} />
            </>
          ) : null}
        </div>
      </InspectorSection>
    </>
  )
}

const localeOption = (id: string) => ({ id, label: `${localeName(id)} (${id})` })
const localeOptions = localeCodes.map(localeOption)

/** The locales of this type, and the one from which the others are translated. */
function TypeLocales({
  draft: { locales, priority_locale: required },
  onChange,
}: TypeSettingsProps) {
  // The key clears the field after a choice.
  const [chosen, setChosen] = useState(0)
  const choices = [...new Set([...locales, ...(required === null ? [] : [required])])]
  return (
    <>
      <TagGroup
        label="Locales"
        items={locales.map(localeOption)}
        empty="The bucket’s locales"
        onRemove={(removedLocales) =>
          onChange({
            locales: locales.filter((one) => !removedLocales.includes(one)),
            ...(required !== null &&
              removedLocales.includes(required) && { priority_locale: null }),
          })
        }
      />
      <ComboBox
        key={chosen}
        label="Add a locale"
        placeholder="German, de-AT, …"
        options={localeOptions.filter(({ id }) => !locales.includes(id))}
        onChange={(id) => {
          if (id === null) return
          setChosen(chosen + 1)
          onChange({ locales: [...locales, id] })
        }}
      />
      <Select
        label="Required locale"
        description="The others are translated from this one."
        options={[{ id: '', label: 'The first one' }, ...choices.map(localeOption)]}
        value={required ?? ''}
        onChange={(id) => onChange({ priority_locale: id || null })}
      />
    </>
  )
}
