import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { typeFields } from '@typecase/content-query/type-fields'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Services } from '@typecase/plugin-sdk/token'

/** Limits of the description, sufficient for a model to name types and fields. */
const MAX_TYPES = 40
const MAX_FIELDS = 25
const MAX_TITLE = 80

/** Describes the object types of the bucket and their fields to a model. */
export async function describeTypes(services: Services, facts: FactValues): Promise<JsonObject[]> {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  return types.slice(0, MAX_TYPES).map((type) => ({
    slug: type.slug,
    title: type.title.slice(0, MAX_TITLE),
    fields: typeFields([type])
      .slice(0, MAX_FIELDS)
      .map(
        ({ path, type: kind }) => `${path.replace('metadata.', '').slice(0, MAX_TITLE)}: ${kind}`,
      ),
  }))
}
