import { replaceMediaFile, updateMedia } from '@typecase/contract/media'
import { FOCAL_POINT } from '@typecase/contract/picture-use'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { undoOfChanges } from '@typecase/content/words/undo'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Api, Files, Navigation, Queries } from '@typecase/plugin-sdk/services'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { mediaRoute } from '../routes.ts'
import { mediaPage } from '../list/media-page.ts'
import { isPicture, nameOf, urlAtWidth } from '../list/media-words.ts'
import type { copyUrlArgs, DescribeArgs, openArgs, replaceFileArgs } from './browse.ts'

export const copyUrl: CommandModule<ArgsOf<typeof copyUrlArgs>> = {
  async run({ width }, { page }) {
    const media = page(mediaPage)?.current()
    if (!media) throw new Refusal('Go to a file first.')
    const isSized = width > 0 && isPicture(media)
    const address = isSized ? urlAtWidth(media, width) : media.url
    await copyText(new URL(address, location.origin).href)
    return { message: `Copied the URL of ${nameOf(media)}${isSized ? `, ${width} px wide` : ''}.` }
  },
}

export const downloadMedia: CommandModule = {
  async run(_args, { page }) {
    const media = page(mediaPage)?.current()
    if (!media) throw new Refusal('Go to a file first.')
    const link = document.createElement('a')
    link.href = media.url
    link.download = nameOf(media)
    link.click()
    return { message: `Downloading ${nameOf(media)}.` }
  },
}

export const openMedia: CommandModule<ArgsOf<typeof openArgs>> = {
  async run({ bucket: bucketSlug, name }, { services }) {
    const query = { original_name: name }
    await services.get(Navigation).go(mediaRoute, { params: { bucketSlug }, search: { query } })
  },
}

export const replaceFile: CommandModule<ArgsOf<typeof replaceFileArgs>> = {
  async run({ file }, { page, facts, services }) {
    const media = page(mediaPage)?.current()
    if (!media) throw new Refusal('Go to a file first.')
    const slug = bucketSlugOf(facts)
    const params = { slug, media_id: media.id }
    const files = services.get(Files).get(file)
    const { change_set_id } = await services
      .get(Api)
      .upload(replaceMediaFile, { params, body: {} }, [files], { ifMatch: media.rev })
    await services.get(Queries).invalidateQueries({ queryKey: ['media.list'] })
    await services.get(Queries).invalidateQueries({ queryKey: ['media.versions'] })
    return {
      message: `Replaced ${nameOf(media)} with ${file.name}.`,
      ...(change_set_id !== null && { undo: undoOfChanges(slug, change_set_id) }),
    }
  },
}

export const describeMedia: CommandModule<DescribeArgs> = {
  async run({ bucket: slug, media_id, rev, ...data }, { services }) {
    const body = { slug, media_id, data, ...(rev !== undefined && { rev }) }
    const { change_set_id } = await services.get(Api).call(updateMedia, { body })
    await services.get(Queries).invalidateQueries({ queryKey: ['media.list'] })
    if (change_set_id === null) return {}
    const what = data.metadata
      ? FOCAL_POINT in data.metadata
        ? 'focal point'
        : 'metadata'
      : data.alt_text === undefined
        ? 'title'
        : 'alt text'
    return { message: `Saved the ${what}.`, undo: undoOfChanges(slug, change_set_id) }
  },
}
