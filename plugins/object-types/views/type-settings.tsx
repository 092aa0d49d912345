import { InspectorSection } from '@typecase/ui/split-layout'
import { Switch } from '@typecase/ui/switch'
import { TextField } from '@typecase/ui/text-field'

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
              <TextField
                label="Locales"
                description="With commas between: en, de, fr-CA. Those of the bucket unless given."
                value={draft.locales.join(', ')}
                onChange={(text) => onChange({ locales: listOf(text) })}
              />
              <TextField
                label="Required locale"
                value={draft.priority_locale ?? ''}
                onChange={(locale) => onChange({ priority_locale: locale.trim() || null })}
              />
            </>
          ) : null}
        </div>
      </InspectorSection>
    </>
  )
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
