import type { ImportModel, ImportSource } from '@typecase/contract/import-export'
import { Checkbox } from '@typecase/ui/checkbox'
import { formatCount } from '@typecase/ui/count'
import { Disclosure } from '@typecase/ui/disclosure'
import { FormRow } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'

import styles from './import-page.module.css'

type SourceType = ImportSource['types'][number]
type TypeChoice = NonNullable<ImportModel['types']>[number]
type FieldChoice = NonNullable<TypeChoice['fields']>[number]

interface ModelFormProps {
  source: ImportSource
  model: ImportModel
  onChange(model: ImportModel): void
}

/** Shows the content of an export of another system, and edits the object types and fields that it becomes. */
export function ModelForm({ source, model, onChange }: ModelFormProps) {
  const { types: choices = [], options = {} } = model
  const setType = (choice: TypeChoice) =>
    onChange({ ...model, types: withChoice(choices, choice, ({ slug }) => slug) })
  return (
    <section className={styles.section} aria-labelledby="import-source">
      <h2 id="import-source" className={styles.subtitle}>
        {source.title}
      </h2>
      <p className={styles.text}>{describe(source)}</p>
      {source.options.length > 0 ? (
        <FormRow>
          {source.options.map(({ key, title, values }) => (
            <Select
              key={key}
              label={title}
              options={values.map(({ value, title: label }) => ({ id: value, label }))}
              value={options[key] ?? values[0]?.value ?? ''}
              onChange={(id) => onChange({ ...model, options: { ...options, [key]: id ?? '' } })}
            />
          ))}
        </FormRow>
      ) : null}
      <div>
        {source.types.map((type) => (
          <TypeRow
            key={type.slug}
            type={type}
            choice={
              choices.find(({ slug }) => slug === type.slug) ?? { slug: type.slug, as: type.slug }
            }
            onChange={setType}
          />
        ))}
      </div>
    </section>
  )
}

function describe({ types, media }: ImportSource): string {
  const objects = types.reduce((sum, type) => sum + type.objects, 0)
  const parts = [
    formatCount(objects, 'object'),
    formatCount(types.length, 'type'),
    ...(media > 0 ? [formatCount(media, { one: 'media file', many: 'media files' })] : []),
  ]
  return `${parts.join(', ')}. Leave out or rename what you like, then check again.`
}

interface TypeRowProps {
  type: SourceType
  choice: TypeChoice
  onChange(choice: TypeChoice): void
}

function TypeRow({ type, choice, onChange }: TypeRowProps) {
  const { slug, title, objects, fields } = type
  const isTaken = choice.as !== null
  const { fields: choices = [] } = choice
  const setField = (field: FieldChoice) =>
    onChange({ ...choice, fields: withChoice(choices, field, ({ key }) => key) })
  return (
    <Disclosure title={title} detail={isTaken ? formatCount(objects, 'object') : 'left out'}>
      <div className={styles.options}>
        <Checkbox
          isSelected={isTaken}
          onChange={(isOn) => onChange({ ...choice, as: isOn ? slug : null })}
        >
          {`Import ${title}`}
        </Checkbox>
        {isTaken ? (
          <TextField
            aria-label={`Object type of ${title}`}
            isCode
            isSmall
            value={choice.as ?? ''}
            onChange={(as) => onChange({ ...choice, as })}
          />
        ) : null}
      </div>
      {isTaken && fields.length > 0 ? (
        <table className={styles.columns}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Example</th>
              <th scope="col">Becomes</th>
              <th scope="col">Type</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow
                key={field.key}
                field={field}
                choice={
                  choices.find(({ key }) => key === field.key) ?? { key: field.key, as: field.key }
                }
                onChange={setField}
              />
            ))}
          </tbody>
        </table>
      ) : null}
    </Disclosure>
  )
}

const TEXTS = ['text', 'textarea', 'markdown', 'html-textarea'] as const

interface FieldRowProps {
  field: SourceType['fields'][number]
  choice: FieldChoice
  onChange(choice: FieldChoice): void
}

function FieldRow({ field, choice, onChange }: FieldRowProps) {
  const { key, title, type, samples } = field
  const isTaken = choice.as !== null
  const texts = TEXTS.some((one) => one === type) ? TEXTS : []
  return (
    <tr>
      <th scope="row">
        <Checkbox
          isSelected={isTaken}
          onChange={(isOn) => onChange({ ...choice, as: isOn ? key : null })}
        >
          {title}
        </Checkbox>
      </th>
      <td className={styles.example}>{samples.join(', ')}</td>
      <td>
        {isTaken ? (
          <TextField
            aria-label={`Key of ${title}`}
            isCode
            isSmall
            value={choice.as ?? ''}
            onChange={(as) => onChange({ ...choice, as })}
          />
        ) : null}
      </td>
      <td>
        {!isTaken ? null : texts.length === 0 ? (
          type
        ) : (
          <Select
            aria-label={`Type of ${title}`}
            isSmall
            options={texts.map((id) => ({ id, label: id }))}
            value={choice.field_type ?? type}
            onChange={(id) => {
              const field_type = texts.find((one) => one === id)
              if (field_type) onChange({ ...choice, field_type })
            }}
          />
        )}
      </td>
    </tr>
  )
}

/** Returns the choices with one of them changed or added. */
const withChoice = <T,>(choices: readonly T[], choice: T, keyOf: (one: T) => string): T[] => [
  ...choices.filter((one) => keyOf(one) !== keyOf(choice)),
  choice,
]
