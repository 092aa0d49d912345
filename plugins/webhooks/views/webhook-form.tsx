import {
  addWebhook,
  eventsOfResource,
  MAX_HEADERS,
  type Webhook,
  type WebhookEvent,
} from '@typecase/contract/webhooks'
import { bucketQuery } from '@typecase/content/bucket'
import { notifySaved } from '@typecase/content/record/record-undo'
import { FormDialog } from '@typecase/content/react/record-form'
import { useRecordForm } from '@typecase/content/react/use-record-form'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Checkbox } from '@typecase/ui/checkbox'
import { CheckboxGroup } from '@typecase/ui/checkbox-group'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import {
  changesIn,
  fieldsOf,
  type HeaderField,
  isMoved,
  isStored,
  problemsOf,
  toData,
} from '../form.ts'
import { webhook as kind } from '../record.ts'
import { changes } from '../runs.ts'
import { eventLabels } from '../words.ts'
import styles from './webhooks.module.css'

interface WebhookDialogProps {
  bucketSlug: string
  /** The webhook to edit; omitted for a new one. */
  webhook?: Webhook
  isOpen: boolean
  onClose: () => void
  /** Called after saving. @param secret the signing secret of a new webhook */
  onDone: (webhook: Webhook, secret?: string) => void
}

const resources = [
  { id: 'objects', label: 'Objects' },
  { id: 'media', label: 'Media' },
]

const labels = {
  title: 'Title',
  endpoint: 'Endpoint',
  resource: 'Resource',
  events: 'Events',
  object_types: 'Object types',
  props: 'Props',
}

/** Adds or edits a webhook. The values stay when the dialog is closed, and when the server refuses them. */
export function WebhookDialog({ bucketSlug, webhook, onDone, ...dialog }: WebhookDialogProps) {
  const services = useServices()
  const form = useRecordForm({
    saved: fieldsOf(webhook),
    rev: webhook?.rev,
    labels,
    problemsOf,
    // No command saves the webhook, because its arguments, with the values of headers, would be stored among the recent
    // commands.
    async save(values, _typed, rev) {
      if (!webhook) {
        const body = { slug: bucketSlug, data: toData(values) }
        const { webhook: created, secret } = await services.get(Api).call(addWebhook, { body })
        await kind.refresh(services)
        const undo = changes.undoOfAdd(bucketSlug, created.id)
        notifySaved(services, bucketSlug, `Added “${created.title}”.`, undo)
        return onDone(created, secret)
      }
      const data = changesIn(values, webhook)
      if (Object.keys(data).length === 0) return onDone(webhook)
      const { item, undo } = await changes.update(services, bucketSlug, webhook.id, data, rev)
      notifySaved(services, bucketSlug, `Saved “${item.title}”.`, undo)
      onDone(item)
    },
  })
  const { values, change, field } = form
  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      size="medium"
      {...dialog}
      form={form}
      noun="webhook"
      action={webhook ? 'Save webhook' : 'Add webhook'}
    >
      <TextField {...field('title')} autoComplete="off" autoFocus isRequired />
      <TextField
        {...field('endpoint')}
        description="The address that events are posted to."
        placeholder="https://example.com/webhook"
        inputMode="url"
        autoComplete="off"
        isCode
        isRequired
      />
      <Select
        label="Resource"
        options={resources}
        value={values.resource}
        onChange={(next) => {
          const resource = next === 'media' ? 'media' : 'objects'
          const possible = eventsOfResource[resource]
          change({ resource, events: values.events.filter((event) => possible.includes(event)) })
        }}
      />
      <CheckboxGroup
        {...field('events')}
        orientation="horizontal"
        value={[...values.events]}
        onChange={(events) => change({ events: events as WebhookEvent[] })}
        isRequired
      >
        {eventsOfResource[values.resource].map((event) => (
          <Checkbox key={event} value={event}>
            {eventLabels[event]}
          </Checkbox>
        ))}
      </CheckboxGroup>
      {values.resource === 'objects' ? (
        <TypeFields
          bucketSlug={bucketSlug}
          value={values.object_types}
          onChange={(object_types) => change({ object_types })}
        />
      ) : null}
      <Checkbox
        isSelected={values.payload}
        onChange={(payload) => change({ payload })}
        description="Otherwise only its id is sent."
      >
        Send the {values.resource === 'objects' ? 'object' : 'media'} along
      </Checkbox>
      {values.payload ? (
        <TextField
          {...field('props')}
          description="The fields to send, separated by commas. Leave empty to send all."
          placeholder="title,slug,metadata"
          autoComplete="off"
          isCode
        />
      ) : null}
      <HeaderFields
        headers={values.headers}
        endpoint={values.endpoint}
        onChange={(headers) => change({ headers })}
        problemAt={form.problemAt}
        isTouched={form.isSubmitted}
      />
      <Checkbox isSelected={values.is_enabled} onChange={(is_enabled) => change({ is_enabled })}>
        Enabled
      </Checkbox>
    </FormDialog>
  )
}

interface TypeFieldsProps {
  bucketSlug: string
  value: readonly string[]
  onChange: (slugs: string[]) => void
}

/** The object types. A deleted one stays in the list until its box is cleared. */
function TypeFields({ bucketSlug, value, onChange }: TypeFieldsProps) {
  const { data } = useQuery(bucketQuery(useServices(), bucketSlug))
  const types = (data?.bucket.object_types ?? []).map(({ slug, title }) => ({ slug, title }))
  const deleted = value.filter((slug) => data && types.every((type) => type.slug !== slug))
  const all = [...types, ...deleted.map((slug) => ({ slug, title: `${slug} (deleted)` }))]
  if (all.length === 0) return null
  return (
    <CheckboxGroup
      label="Object types"
      description={value.length === 0 ? 'None chosen: objects of all types.' : undefined}
      orientation="horizontal"
      value={[...value]}
      onChange={onChange}
    >
      {all.map(({ slug, title }) => (
        <Checkbox key={slug} value={slug}>
          {title}
        </Checkbox>
      ))}
    </CheckboxGroup>
  )
}

interface HeaderFieldsProps {
  headers: readonly HeaderField[]
  /** The endpoint as typed. */
  endpoint: string
  onChange: (headers: readonly HeaderField[]) => void
  /** Returns what is wrong at a path in the call. */
  problemAt: (path: string) => string | undefined
  isTouched: boolean
}

/** Custom headers. The server stores their values encrypted, for the origin of the endpoint, and never returns them. */
function HeaderFields({ headers, endpoint, onChange, problemAt, isTouched }: HeaderFieldsProps) {
  const heading = useId()
  const touched = { ...(isTouched && { isTouched: true }) }
  const set = (id: string, part: Partial<HeaderField>) =>
    onChange(headers.map((header) => (header.id === id ? { ...header, ...part } : header)))
  const isFull = headers.length >= MAX_HEADERS
  return (
    <div role="group" aria-labelledby={heading} className={styles.headers}>
      <span id={heading} className={styles.label}>
        Headers
      </span>
      {headers.some((header) => isMoved(header, endpoint)) ? (
        <p role="status" className={styles.note}>
          The endpoint is at another address. Enter the values again.
        </p>
      ) : null}
      {headers.map((header, index) => (
        <div key={header.id} className={styles.header}>
          <TextField
            aria-label={`Header ${index + 1}`}
            placeholder="Authorization"
            value={header.key}
            onChange={(key) => set(header.id, { key })}
            errorMessage={problemAt(`data.headers.${index}.key`)}
            {...touched}
            autoComplete="off"
            isCode
          />
          <TextField
            aria-label={`Value of header ${index + 1}`}
            placeholder={isStored(header, endpoint) ? 'Unchanged' : 'Value'}
            type="password"
            value={header.value}
            onChange={(value) => set(header.id, { value })}
            errorMessage={problemAt(`data.headers.${index}.value`)}
            {...touched}
            autoComplete="off"
            isCode
          />
          <Button
            variant="quiet"
            icon="x"
            aria-label={`Remove header ${index + 1}`}
            onPress={() => onChange(headers.filter(({ id }) => id !== header.id))}
          />
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          disabledReason={isFull ? `A webhook can have at most ${MAX_HEADERS} headers.` : undefined}
          onPress={() => onChange([...headers, newHeader()])}
        >
          Add header
        </Button>
      </div>
    </div>
  )
}

const newHeader = (): HeaderField => ({
  id: crypto.randomUUID(),
  key: '',
  value: '',
  stored: undefined,
})
