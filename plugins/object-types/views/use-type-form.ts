import type { ErrorDetail } from '@typecase/contract/errors'
import { firstBroken, max, notBlank } from '@typecase/contract/field-rules'
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

/** Manages the state of the builder: the draft, the server's errors, and saving. */
export function useTypeForm(bucketSlug: string, type: ObjectType | undefined) {
  const services = useServices()
  const api = useService(Api)
  const commands = useService(Commands)
  const toasts = useService(Toasts)
  const navigation = useService(Navigation)
  const key = type
    ? (`object-types.form.${bucketSlug}.${type.slug}` as const)
    : (`object-types.new.${bucketSlug}` as const)
  const saved = useFormDraft<UnsavedType>(key)
  const drafts = useNewFormDrafts<UnsavedType>(`object-types.new.${bucketSlug}`)
  const stored = type ? saved : drafts.current
  const [base, setBase] = useState(() => stored?.base ?? baseOf(type))
  const [draft, setDraft] = useState(stored?.draft ?? base.draft)
  const [isSent, setSent] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [details, setDetails] = useState<readonly ErrorDetail[]>([])
  const isDirty = draft !== base.draft

  // A newer revision, saved here or elsewhere, replaces the draft unless that has unsaved changes.
  if (type && type.rev > base.rev && !isDirty) takeIn(type)

  function takeIn(saved: ObjectType) {
    const next = baseOf(saved)
    setBase(next)
    // Keeps edits made in the meantime.
    setDraft((now) => (now === draft ? next.draft : now))
  }

  useSaveFormDraft<UnsavedType>({
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

  /** Whether objects have values in fields whose key or type changes. @throws ApiError when the draft is invalid */
  async function hasValues({ slug, metafields }: ObjectType, data: Data): Promise<boolean> {
    if (!hasMigration(metafields, data.metafields)) return false
    const body = { slug: bucketSlug, object_type: slug, data, rev: base.rev, dry_run: true }
    const { modified = 0 } = await api.call(migrateObjectType, { body })
    return modified > 0
  }

  /** Saves a type whose values have to change. The command shows the plan and reports the result. */
  async function migrate({ id, slug }: ObjectType, data: Data) {
    const args = { type_slug: slug, data, rev: base.rev }
    await commands.run(refTo(migrateType, args), { source: 'button' })
    const { object_types: types } = await readBucket(services, bucketSlug)
    const now = types.find((one) => one.id === id)
    // Without a newer revision, the user backed out, or the command failed and reported that.
    if (now && now.rev > base.rev) await show(now)
  }

  async function show(saved: ObjectType) {
    takeIn(saved)
    await refreshBucket(services, bucketSlug)
    await navigation.go(objectTypeRoute, { params: { typeSlug: saved.slug }, isReplace: true })
  }

  async function save() {
    // The key may be pressed again before the server has answered.
    if (isSaving) return
    setSent(true)
    if (firstBroken('Title', draft.title, [notBlank, max(200)])) return
    setSaving(true)
    try {
      const data = toData(draft)
      if (type && (await hasValues(type, data))) {
        // Not awaited: the migration has a row of its own in the tray, so the command that saves ends here.
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
      // The fields show the errors of a new type. For an update, the specification prescribes a message.
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

  /** Restores the unsaved draft into the form. The current draft is offered in exchange. */
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
    /** The title of a draft that was left unsaved on an earlier visit. */
    offered: offered && titleOf(offered),
  }
}

type Data = ReturnType<typeof toData>

interface UnsavedType {
  readonly base: Base
  readonly draft: TypeDraft
}

const titleOf = ({ draft }: UnsavedType): string => draft.title.trim() || 'Untitled'

interface Base {
  draft: TypeDraft
  /** The revision on which the changes are based. */
  rev: number
}

const baseOf = (type: ObjectType | undefined): Base =>
  type ? { draft: draftOf(type), rev: type.rev } : { draft: emptyDraft, rev: 0 }
