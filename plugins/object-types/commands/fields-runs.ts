import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { planOfOne } from '@typecase/content/one-plan'
import { isJsonEqual } from '@typecase/content/object/json-equal'
import type { Metafield } from '@typecase/contract/metafields'
import { getBucket } from '@typecase/contract/buckets'
import { deleteObjectType, type ObjectType } from '@typecase/contract/object-types'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatCount } from '@typecase/ui/count'

import { addType as addCall } from '../calls.ts'
import { metafieldOf } from '../draft/type-draft.ts'
import { has as hasSetting, labelOfType } from '../field-types.ts'
import { refreshBucket } from '../queries.ts'
import { objectTypesRoute } from '../routes.ts'
import { updateType } from '../update-type.ts'
import * as declared from './fields.ts'
import { editType } from './types.ts'

export const addType: CommandModule<ArgsOf<typeof declared.addTypeArgs>> = {
  plan: async ({ title, fields = [] }) =>
    planOfOne(
      `Add object type “${title}” with ${formatCount(fields.length, 'field')}`,
      fields.map((field, index) => ({
        id: String(index),
        label: field.title,
        after: labelOfType(field.type),
      })),
    ),
  async run(args, { services, facts }) {
    const bucket = bucketSlugOf(facts)
    const { endpoint, body } = addCall.callOf(args, { bucketSlug: bucket })
    const { object_type: type } = await services.get(Api).call(endpoint, { body })
    await refreshBucket(services, bucket)
    return {
      message: `Added object type “${type.title}” with ${formatCount(type.metafields.length, 'field')}.`,
      view: refTo(editType, { type_slug: type.slug }),
      undo: refTo(declared.undoAdd, { bucket, type_slug: type.slug }),
    }
  },
}

export const undoAdd: CommandModule<ArgsOf<typeof declared.undoAddArgs>> = {
  async run({ bucket, type_slug }, { services, facts, go }) {
    const { title, total_objects } = await readType(services, bucket, type_slug)
    if (total_objects > 0) {
      const count = formatCount(total_objects, 'object')
      throw new Refusal(`“${title}” has ${count}. Delete the object type instead.`)
    }
    await services.get(Api).call(deleteObjectType, { query: { slug: bucket, type_slug } })
    if (facts['route.bucketSlug'] === bucket) await go(objectTypesRoute)
    await refreshBucket(services, bucket)
    return { message: `Deleted object type “${title}”.` }
  },
}

export const addField: CommandModule<ArgsOf<typeof declared.addFieldArgs>> = {
  run({ type_slug, title, type, key, choices = '', object_type, settings }, context) {
    const values = choices.split(',').flatMap((choice) => choice.trim() || [])
    const added: Metafield = {
      ...metafieldOf(title.trim(), type),
      ...(hasSetting.options(type) &&
        values.length > 0 && {
          options: values.map((value) =>
            type === 'select-dropdown' ? { key: value, value } : { value },
          ),
        }),
      ...(object_type !== undefined && { object_type }),
      ...(key !== undefined && { key }),
      ...settings,
    }
    return changeFields(type_slug, context, (before) => ({
      metafields: [...before.metafields, added],
      message: `Added “${added.title}” to ${before.title}.`,
    }))
  },
}

export const removeField: CommandModule<ArgsOf<typeof declared.removeFieldArgs>> = {
  run({ type_slug, field: path }, context) {
    return changeFields(type_slug, context, (before) => {
      const { fields, removed } = without(before.metafields, path.split('.'))
      if (!removed) throw new Refusal(`${before.title} has no field “${path}”.`)
      const { searchable, subtitle } = before.options
      return {
        metafields: fields,
        options: {
          searchable: searchable.filter((key) => key !== path),
          subtitle: subtitle === path ? null : subtitle,
        },
        message: `Removed “${removed.title}” from ${before.title}. Objects keep its values.`,
      }
    })
  },
}

export const restoreFields: CommandModule<ArgsOf<typeof declared.restoreFieldsArgs>> = {
  async run({ bucket, type_slug, from, to, options }, { services }) {
    const { title, metafields, rev } = await readType(services, bucket, type_slug)
    if (!isJsonEqual(metafields, from))
      throw new Refusal(`The fields of ${title} have been changed since.`)
    // `to` contains fields that the type had before.
    const data = { metafields: to as Metafield[], options }
    const body = { slug: bucket, type_slug, data }
    await updateType(services.get(Api), body, { ifMatch: rev })
    await refreshBucket(services, bucket)
    return { message: `Restored the fields of ${title}.` }
  },
}

interface FieldChange {
  readonly metafields: Metafield[]
  readonly options?: Pick<ObjectType['options'], 'searchable' | 'subtitle'>
  readonly message: string
}

/** Changes the fields of a type as stored on the server. @throws ApiError `stale` if another change came first */
async function changeFields(
  type_slug: string,
  { services, facts }: RunContext,
  change: (before: ObjectType) => FieldChange,
): Promise<Outcome> {
  const bucket = bucketSlugOf(facts)
  const before = await readType(services, bucket, type_slug)
  const { message, ...data } = change(before)
  const body = { slug: bucket, type_slug, data }
  const { object_type: after } = await updateType(services.get(Api), body, { ifMatch: before.rev })
  await refreshBucket(services, bucket)
  const { metafields: to, options } = before
  const former = { bucket, type_slug, from: after.metafields, to, options }
  return { message, undo: refTo(declared.restoreFields, former) }
}

/** Reads a type. @throws Refusal when it does not exist */
async function readType(services: Services, slug: string, type_slug: string): Promise<ObjectType> {
  const { bucket } = await services.get(Api).call(getBucket, { query: { slug } })
  const type = bucket.object_types.find((one) => one.slug === type_slug)
  if (!type) throw new Refusal(`There is no object type “${type_slug}”.`)
  return type
}

interface Without {
  readonly fields: Metafield[]
  readonly removed?: Metafield | undefined
}

/** Removes the field at a path of keys. */
function without(fields: readonly Metafield[], [key, ...rest]: readonly string[]): Without {
  if (rest.length === 0) {
    const removed = fields.find((field) => field.key === key)
    return { fields: fields.filter((field) => field !== removed), removed }
  }
  let removed: Metafield | undefined
  const changed = fields.map((field) => {
    if (field.key !== key) return field
    const inner = field.type === 'repeater' ? 'repeater_fields' : 'children'
    const below = without(field[inner] ?? [], rest)
    removed = below.removed
    return { ...field, [inner]: below.fields }
  })
  return { fields: changed, removed }
}
