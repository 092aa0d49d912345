import { Readable } from 'node:stream'
import { rm, writeFile } from 'node:fs/promises'

import { generateImage, generateText } from '@typecase/contract/ai'

import type { Ai, TextRequest } from '../../ai/ai.ts'
import { createModelPictures, nameInAddress } from '../../ai/pictures.ts'
import type { App } from '../../app.ts'
import { toFailure } from '../../http/error-handler.ts'
import { invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { aiOf } from '../../resources/billing/paid-ai.ts'
import { addMedia, assertRoomForFile } from '../../resources/media-upload/add-media.ts'
import { measure } from '../../resources/media-upload/prepare-file.ts'
import { newUploadPath } from '../../resources/media-upload/temporary-files.ts'
import { openByKey } from '../open-by-key.ts'

export function routes(app: App): Route[] {
  const { limits, settings } = app
  const pictureOf = createModelPictures(app)

  /** Generates events in the format that clients read. */
  async function* events(
    ai: Ai,
    request: TextRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
    const stream = ai.stream(request, signal)
    try {
      for (;;) {
        const { value, done } = await stream.next()
        if (done) {
          yield event({ token_count: value })
          yield event({ event: 'end', data: { usage: value } })
          return
        }
        yield event({ text: value })
      }
    } catch (reason) {
      const { message } = toFailure(reason)
      yield event({ error: { message } })
    } finally {
      // If a client disconnects early, the tokens streamed so far still count.
      await stream.return({ input_tokens: 0, output_tokens: 0 })
    }
  }

  return [
    handle(generateText, async ({ principal, params, body, signal, reply }) => {
      const access = openByKey(principal, params.slug, 'published')
      const { prompt, messages, media_url: url } = body
      if ((prompt === undefined) === (messages === undefined))
        throw invalid('prompt', 'prompt or messages must be sent, and not both', 'required')
      const ai = aiOf(app, access.bucketId)
      ai.assertConfigured(body.model)
      await limits.count('ai', access.bucketId)
      const picture =
        url && (await pictureOf(access.bucketId, nameInAddress(url), 'media_url', signal))
      const request: TextRequest = {
        messages: messages ?? [{ role: 'user', content: prompt ?? '' }],
        model: body.model,
        maxTokens: body.max_tokens,
        ...(picture && { picture }),
      }
      if (!body.stream) return ai.text(request, signal)
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(events(ai, request, signal)))
    }),

    handle(generateImage, async ({ principal, params, body, signal, commit }) => {
      const access = openByKey(principal, params.slug, 'published')
      const { folder, alt_text, metadata, ...imageRequest } = body
      const ai = aiOf(app, access.bucketId)
      ai.assertConfigured(imageRequest.model)
      await assertRoomForFile(app, access)
      await limits.count('ai', access.bucketId)
      const { bytes, prompt } = await ai.image(imageRequest, signal)
      const path = newUploadPath(settings)
      try {
        await writeFile(path, bytes, { mode: 0o600 })
        const file = { ...(await measure(path)), name: 'image.png', type: 'image/png' }
        const fields = {
          alt_text: alt_text ?? prompt.slice(0, 5000),
          ...(folder !== undefined && { folder }),
          ...(metadata && { metadata: JSON.stringify(metadata) }),
        }
        const [media] = await addMedia(app, { access, field: 'image', fields, signal }, [file])
        if (!media) throw notFound('Media')
        // A separate write, since the image is paid for before it exists.
        return await commit(async () => ({ media, revised_prompt: prompt }), 'read committed')
      } finally {
        await rm(path, { force: true })
      }
    }),
  ]
}
