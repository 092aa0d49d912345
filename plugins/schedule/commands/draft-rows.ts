import { listObjects } from '@typecase/contract/objects'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Api } from '@typecase/plugin-sdk/services'

import { draftsQuery } from '../queries.ts'

const SHOWN = 30

/** Drafts that have no date yet, those changed last first. */
export async function draftRows(
  words: string,
  { services, facts, signal }: AskContext,
): Promise<PickerRow[]> {
  const query = draftsQuery(bucketSlugOf(facts), SHOWN, words)
  const { objects } = await services.get(Api).call(listObjects, { query }, { signal })
  return objects.map(({ object: { id, title, type, locale } }) => ({
    id,
    value: id,
    label: title || 'Untitled',
    subtitle: [type, locale].filter(Boolean).join(' · '),
    icon: 'file-text',
  }))
}
