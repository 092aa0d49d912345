import {
  addWebhook,
  eventsOfResource,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
} from '@typecase/contract/webhooks'
import { bucketQuery } from '@typecase/content/bucket'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Commands, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Checkbox } from '@typecase/ui/checkbox'
import { CheckboxGroup } from '@typecase/ui/checkbox-group'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { undoOfEdit } from '../commands/webhooks-runs.ts'
import { eventWords } from '../in-words.ts'
import { refreshWebhooks } from '../queries.ts'
import { changesIn, type Fields, fieldsOf, problemsOf, toData } from './form-fields.ts'
import { HeaderFields } from './header-fields.tsx'
import styles from './webhooks.module.css'

interface WebhookDialogProps {
  bucketSlug: string
  /** The one that is edited; left out for a new one. */
  webhook?: Webhook
  isOpen: boolean
  onClose: () => void
  /** @param secret of a new one */
  onDone: (webhook: Webhook, secret?: string) => void
}

/** What was typed, and the state of the webhook that it began from. */
interface Typed {
  readonly fields: Fields
  readonly rev: number | undefined
}

/** Adds or edits a webhook. What was typed stays when the dialog is closed, and when the server refuses it. */
export function WebhookDialog({ webhook, isOpen, onClose, onDone, ...of }: WebhookDialogProps) {
  const [typed, setTyped] = useState<Typed>()
  return (
    <Dialog
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      size="medium"
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <WebhookForm
        {...of}
        webhook={webhook}
        typed={typed}
        onType={setTyped}
        onDone={(saved, secret) => {
          setTyped(undefined)
          onDone(saved, secret)
        }}
      />
    </Dialog>
  )
}

interface WebhookFormProps extends Pick<WebhookDialogProps, 'bucketSlug' | 'onDone'> {
  webhook: Webhook | undefined
  typed: Typed | undefined
  onType: (typed: Typed | undefined) => void
}

const resources = [
  { id: 'objects', label: 'Objects' },
  { id: 'media', label: 'Media' },
]

function WebhookForm({ bucketSlug, webhook, typed, onType, onDone }: WebhookFormProps) {
  const services = useServices()
  const api = useService(Api)
  const toasts = useService(Toasts)
  const commands = useService(Commands)
  const [isSent, setSent] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const fields = typed?.fields ?? fieldsOf(webhook)
  const details = isApiError(failure, 'invalid') ? failure.details : []
  const refusals = new Map(details.map(({ path, message }) => [path, message]))
  const isStale = isApiError(failure, 'stale')
  const problems = problemsOf(fields)
  const touched = { ...(isSent && { isTouched: true }) }
  const refusalAt = (path: string, label: string) =>
    refusals.get(`data.${path}`)?.replace(`data.${path}`, label)

  function change(part: Partial<Fields>): void {
    onType({ fields: { ...fields, ...part }, rev: typed ? typed.rev : webhook?.rev })
    if (!isStale) setFailure(undefined)
  }

  async function send() {
    setSent(true)
    if (isPending || isStale || Object.values(problems).some((problem) => problem !== undefined))
      return
    setPending(true)
    setFailure(undefined)
    try {
      if (webhook) await save(webhook)
      else {
        const { webhook: made, secret } = await api.call(addWebhook, {
          body: { slug: bucketSlug, data: toData(fields) },
        })
        toasts.show({ message: `“${made.title}” is added.`, tone: 'success' })
        onDone(made, secret)
      }
    } catch (reason) {
      setFailure(reason instanceof Error ? reason : new Error(String(reason)))
    }
    setPending(false)
    await refreshWebhooks(services)
  }

  /** Saves what was changed. No command does: values of headers would be kept among the recents, as arguments are. */
  async function save(before: Webhook) {
    const data = changesIn(fields, before)
    if (Object.keys(data).length === 0) return onDone(before)
    const { rev = before.rev } = typed ?? {}
    const body = { slug: bucketSlug, webhook_id: before.id, data, rev }
    const { webhook: saved } = await api.call(updateWebhook, { body })
    const undo = undoOfEdit(bucketSlug, before, data)
    toasts.show({
      message: `“${saved.title}” is saved.`,
      tone: 'success',
      ...(undo && { action: { label: 'Undo', run: () => void commands.run(undo) } }),
    })
    onDone(saved)
  }

  return (
    <Form aria-label={webhook ? 'Edit webhook' : 'Add webhook'} onSubmit={() => void send()}>
      {webhook && isStale ? (
        <Theirs
          onTake={() => {
            onType(undefined)
            setFailure(undefined)
          }}
          onKeep={() => {
            onType({ fields, rev: webhook.rev })
            setFailure(undefined)
          }}
        />
      ) : failure && details.length === 0 ? (
        <p role="alert" className={styles.failure}>
          {failure.message}
        </p>
      ) : null}
      <TextField
        label="Title"
        value={fields.title}
        onChange={(title) => change({ title })}
        errorMessage={problems.title ?? refusalAt('title', 'Title')}
        {...touched}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <TextField
        label="Endpoint"
        description="Where events are posted to."
        placeholder="https://example.com/webhook"
        inputMode="url"
        value={fields.endpoint}
        onChange={(endpoint) => change({ endpoint })}
        errorMessage={problems.endpoint ?? refusalAt('endpoint', 'Endpoint')}
        {...touched}
        autoComplete="off"
        isCode
        isRequired
      />
      <Select
        label="Resource"
        options={resources}
        value={fields.resource}
        onChange={(next) => {
          const resource = next === 'media' ? 'media' : 'objects'
          const known = eventsOfResource[resource]
          change({ resource, events: fields.events.filter((event) => known.includes(event)) })
        }}
      />
      <CheckboxGroup
        label="Events"
        orientation="horizontal"
        value={[...fields.events]}
        onChange={(events) => change({ events: events as WebhookEvent[] })}
        errorMessage={problems.events ?? refusalAt('events', 'Events')}
        {...touched}
        isRequired
      >
        {eventsOfResource[fields.resource].map((event) => (
          <Checkbox key={event} value={event}>
            {eventWords[event]}
          </Checkbox>
        ))}
      </CheckboxGroup>
      {fields.resource === 'objects' ? (
        <TypeFields
          bucketSlug={bucketSlug}
          value={fields.object_types}
          onChange={(object_types) => change({ object_types })}
        />
      ) : null}
      <Checkbox
        isSelected={fields.payload}
        onChange={(payload) => change({ payload })}
        description="Otherwise only its id is sent."
      >
        Send the {fields.resource === 'objects' ? 'object' : 'media'} along
      </Checkbox>
      {fields.payload ? (
        <TextField
          label="Props"
          description="The fields that are sent, with commas; empty for all."
          placeholder="title,slug,metadata"
          value={fields.props}
          onChange={(props) => change({ props })}
          errorMessage={refusalAt('props', 'Props')}
          {...touched}
          autoComplete="off"
          isCode
        />
      ) : null}
      <HeaderFields
        headers={fields.headers}
        endpoint={fields.endpoint}
        onChange={(headers) => change({ headers })}
        problemAt={(path) => problems[path] ?? refusals.get(path)?.replace(path, 'It')}
        isTouched={isSent}
      />
      <Checkbox isSelected={fields.is_enabled} onChange={(is_enabled) => change({ is_enabled })}>
        Enabled
      </Checkbox>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          isPending={isPending}
          disabledReason={isStale ? 'Choose first which of the two stays.' : undefined}
        >
          {webhook ? 'Save webhook' : 'Add webhook'}
        </Button>
      </DialogFooter>
    </Form>
  )
}

interface TypeFieldsProps {
  bucketSlug: string
  value: readonly string[]
  onChange: (slugs: string[]) => void
}

/** The object types; one that was deleted since stays in its place until it is left out. */
function TypeFields({ bucketSlug, value, onChange }: TypeFieldsProps) {
  const { data } = useQuery(bucketQuery(useServices(), bucketSlug))
  const types = (data?.bucket.object_types ?? []).map(({ slug, title }) => ({ slug, title }))
  const gone = value.filter((slug) => data && types.every((type) => type.slug !== slug))
  const all = [...types, ...gone.map((slug) => ({ slug, title: `${slug} (deleted)` }))]
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

/** Somebody else saved meanwhile. */
function Theirs({ onTake, onKeep }: { onTake: () => void; onKeep: () => void }) {
  const focusOnMount = useFocusOnMount()
  return (
    <div ref={focusOnMount} role="alert" tabIndex={-1} className={styles.stale}>
      <span>Somebody else saved this webhook meanwhile. What you typed is still here.</span>
      <span className={styles.choice}>
        <Button onPress={onTake}>Take theirs</Button>
        <Button onPress={onKeep}>Keep mine</Button>
      </span>
    </div>
  )
}
