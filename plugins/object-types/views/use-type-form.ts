import type { ErrorDetail } from '@typecase/contract/errors'
import { firstBroken, max, required } from '@typecase/contract/field-rules'
import { addObjectType, type ObjectType } from '@typecase/contract/object-types'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { readBucket } from '@typecase/content/bucket'
import { refTo } from '@typecase/plugin-sdk/command'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import {
  useFormDraft,
  useNewFormDrafts,
  useSaveFormDraft,
} from '@typecase/plugin-sdk/react/form-draft'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Commands, Navigation, Toasts } from '@typecase/plugin-sdk/services'
import { useState } from 'react'

import { migrateType } from '../commands/migrations.ts'
import { draftOf, emptyDraft, slugFromTitle, toData, type TypeDraft } from '../draft/type-draft.ts'
import { hasMigration } from '../migrate/plan-migration.ts'
import { objectTypeRoute, typePage } from '../routes.ts'
import { refreshBucket } from '../queries.ts'
import { updateType } from '../update-type.ts'

/** The state of the builder: a draft, what the server said about it, and saving. */
export function useTypeForm(bucketSlug: string, type: ObjectType | undefined) {
  const services = useServices()
  const api = useService(Api)
  const commands = useService(Commands)
  const toasts = useService(Toasts)
  const navigation = useService(Navigation)
  const key = type
    ? (`object-types.form.${bucketSlug}.${type.slug}` as const)
    : (`object-types.new.${bucketSlug}` as const)
  const saved = useFormDraft<Unsaved>(key)
  const drafts = useNewFormDrafts<Unsaved>(`object-types.new.${bucketSlug}`)
  const stored = type ? saved : drafts.current
  const [base, setBase] = useState(() => stored?.base ?? baseOf(type))
  const [draft, setDraft] = useState(stored?.draft ?? base.draft)
  const [isSent, setSent] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [details, setDetails] = useState<readonly ErrorDetail[]>([])
  const isDirty = draft !== base.draft

  // A newer one, saved here or elsewhere, takes the place of the old; never that of unsaved changes.
  if (type && type.rev > base.rev && !isDirty) takeIn(type)

  function takeIn(saved: ObjectType) {
    const next = baseOf(saved)
    setBase(next)
    // Edits made in the meantime are kept.
    setDraft((now) => (now === draft ? next.draft : now))
  }

  useSaveFormDraft<Unsaved>({
    key,
    what: type ? `the object type “${type.title}”` : 'a new object type',
    unsaved: isDirty ? { base, draft } : undefined,
    drafts: type ? undefined : drafts,
    discard: () => {
      const saved = baseOf(type)
      setBase(saved)
      setDraft(saved.draft)
    },
  })

  function change(patch: Partial<TypeDraft>) {
    setDraft((before) => {
      const after = { ...before, ...patch }
      if (patch.slug !== undefined) return { ...after, isSlugEdited: true }
      return patch.title !== undefined && !before.isSlugEdited
        ? { ...after, slug: slugFromTitle(patch.title) }
        : after
    })
    setDetails([])
  }

  async function send(data: Data): Promise<ObjectType> {
    const body = { slug: bucketSlug, data }
    const { object_type: saved } = type
      ? await updateType(api, { ...body, type_slug: type.slug }, { ifMatch: base.rev })
      : await api.call(addObjectType, { body })
    toasts.show({ message: `Saved “${saved.title}”.`, tone: 'success' })
    return saved
  }

  /** Whether objects hold values of fields whose key or type changes. @throws what is wrong with the draft */
  async function hasValues({ slug, metafields }: ObjectType, data: Data): Promise<boolean> {
    if (!hasMigration(metafields, data.metafields)) return false
    const body = { slug: bucketSlug, object_type: slug, data, rev: base.rev, dry_run: true }
    const { modified = 0 } = await api.call(migrateObjectType, { body })
    return modified > 0
  }

  /** Values change with their fields: the command shows what becomes of them, and tells what came of it. */
  async function migrate({ id, slug }: ObjectType, data: Data) {
    const args = { type_slug: slug, data, rev: base.rev }
    await commands.run(refTo(migrateType, args), { source: 'button' })
    const { object_types: types } = await readBucket(services, bucketSlug)
    const now = types.find((one) => one.id === id)
    // Without a new one the user backed out, or it failed and said so.
    if (now && now.rev > base.rev) await show(now)
  }

  async function show(saved: ObjectType) {
    takeIn(saved)
    await refreshBucket(services, bucketSlug)
    await navigation.go(objectTypeRoute, { params: { typeSlug: saved.slug }, isReplace: true })
  }

  async function save() {
    // A key is pressed again faster than a server answers.
    if (isSaving) return
    setSent(true)
    if (firstBroken('Title', draft.title, [required, max(200)])) return
    setSaving(true)
    try {
      const data = toData(draft)
      if (type && (await hasValues(type, data))) {
        // It has its own place in the tray: the command that saves is done with handing it over.
        void migrate(type, data)
          .catch(tellFailure)
          .finally(() => setSaving(false))
        return
      }
      await show(await send(data))
    } catch (reason_) {
      tellFailure(reason_)
    }
    setSaving(false)
  }

  function tellFailure(reason_: unknown) {
    if (isApiError(reason_, 'invalid', 'conflict') && reason_.details.length > 0) {
      setDetails(reason_.details)
      // The fields say it of a new type; the words for an update are the specification's.
      if (!type) return
    }
    toasts.show({
      message: isApiError(reason_, 'stale')
        ? `${reason_.message} Your changes are still here; reload to see theirs.`
        : reason_ instanceof Error
          ? reason_.message
          : 'The object type was not saved.',
      tone: 'error',
    })
  }

  const offered = type ? undefined : drafts.offered

  /** Puts what was left unsaved into the form. What was typed there is offered in its place. */
  function continueUnsaved() {
    if (!offered) return
    drafts.offer(isDirty ? { base, draft } : undefined)
    setBase(offered.base)
    setDraft(offered.draft)
  }

  function discardUnsaved() {
    if (!offered) return
    drafts.offer(undefined)
    toasts.show({
      message: `“${titleOf(offered)}” discarded.`,
      action: { label: 'Undo', run: () => drafts.offer(offered) },
    })
  }

  useProvideFacts({ ...(offered && { 'object-types.hasOffer': true }) })
  usePageHandle(typePage, { save, continueUnsaved, discardUnsaved })

  return {
    draft,
    change,
    save,
    isDirty,
    isSaving,
    isSent,
    details,
    /** The title of what was left unsaved at another visit. */
    offered: offered && titleOf(offered),
  }
}

type Data = ReturnType<typeof toData>

interface Unsaved {
  readonly base: Base
  readonly draft: TypeDraft
}

const titleOf = ({ draft }: Unsaved): string => draft.title.trim() || 'Untitled'

interface Base {
  draft: TypeDraft
  /** The revision that changes are made to. */
  rev: number
}

const baseOf = (type: ObjectType | undefined): Base =>
  type ? { draft: draftOf(type), rev: type.rev } : { draft: emptyDraft, rev: 0 }
