import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { listMediaVersions, restoreMediaVersion } from '@typecase/contract/media'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { undoOfChanges } from '@typecase/content/words/undo'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import { formatDateTime } from '@typecase/ui/format'

import { mediaPage } from '../list/media-page.ts'
import { formatMeasure, nameOf } from '../list/media-words.ts'
import type { restoreVersionArgs } from './versions.ts'

export const restoreVersion: CommandModule<ArgsOf<typeof restoreVersionArgs>> = {
  async run({ change_set_id: version }, { page, facts, services }) {
    const media = page(mediaPage)?.current()
    if (!media) throw new Refusal('Go to a file first.')
    const slug = bucketSlugOf(facts)
    const body = { slug, media_id: media.id, change_set_id: version, rev: media.rev }
    const answer = await services.get(Api).call(restoreMediaVersion, { body })
    const queries = services.get(Queries)
    await queries.invalidateQueries({ queryKey: ['media.list'] })
    await queries.invalidateQueries({ queryKey: [listMediaVersions.id] })
    return {
      message: `Restored ${nameOf(answer.media)}.`,
      ...(answer.change_set_id !== null && { undo: undoOfChanges(slug, answer.change_set_id) }),
    }
  },
}

/** Returns the earlier files of the current media. */
export async function versionRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const { services, facts } = context
  const input = { query: { slug: bucketSlugOf(facts), media_id: facts['media.row'] ?? '' } }
  const options = apiQueryOptions(services, listMediaVersions, input)
  const { versions } = await services.get(Queries).fetchQuery(options)
  return versions
    .filter(({ original_name }) => holdsWords(original_name, query))
    .map((version) => ({
      id: version.change_set_id,
      value: version.change_set_id,
      label: version.original_name,
      icon: 'image',
      subtitle: `${formatMeasure(version)} · replaced ${formatDateTime(version.replaced_at)}`,
    }))
}
