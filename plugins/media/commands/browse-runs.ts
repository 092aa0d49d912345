import { updateMedia } from '@typecase/contract/media'
import { undoOfChanges } from '@typecase/content/undo-in-words'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { mediaPage } from '../list/media-page.ts'
import { isPicture, nameOf, sized } from '../list/media-words.ts'
import type { copyUrlArgs, DescribeArgs } from './browse.ts'

export const copyUrl: CommandModule<ArgsOf<typeof copyUrlArgs>> = {
  async run({ width }, { page }) {
    const media = page(mediaPage)?.current()
    if (!media) throw new Refusal('Move to a file first.')
    const isSized = width > 0 && isPicture(media)
    const address = isSized ? sized(media, width) : media.url
    await copyText(new URL(address, location.origin).href)
    return { message: `Copied the URL of ${nameOf(media)}${isSized ? `, ${width} px wide` : ''}.` }
  },
}

export const describeMedia: CommandModule<DescribeArgs> = {
  async run({ bucket: slug, media_id, rev, ...data }, { services }) {
    const body = { slug, media_id, data, ...(rev !== undefined && { rev }) }
    const { change_set_id } = await services.get(Api).call(updateMedia, { body })
    await services.get(Queries).invalidateQueries({ queryKey: ['media.list'] })
    if (change_set_id === null) return {}
    const what = data.alt_text === undefined ? 'title' : 'alt text'
    return { message: `Saved the ${what}.`, undo: undoOfChanges(slug, change_set_id) }
  },
}
