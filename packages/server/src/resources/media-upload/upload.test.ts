import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { updateBucket } from '@typecase/contract/buckets'
import { getMedia, listMedia } from '@typecase/contract/media'
import type { Media } from '@typecase/contract/media-upload'
import { updateUser } from '@typecase/contract/users'
import { addWorkspace } from '@typecase/contract/workspaces'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  avif,
  film,
  gif,
  heic,
  jpeg,
  mpo,
  pdf,
  png,
  privateIn,
  tiff,
  webp,
} from '../../images/metadata/files.fixture.ts'
import { addOwner, addPerson, join as joinBucket, type Owner } from '../../testing/people.ts'
import { photo, picture, pngOfSize } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, type FormFile, sendForm, upload } from '../../testing/uploads.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

type Part = readonly [string, FormFile | string]

const text = (name = 'a.txt'): FormFile => ({ bytes: `Text ${name}`, name, type: 'text/plain' })
const addressOf = ({ bucket }: Owner) => `/v3/buckets/${bucket.slug}/media-upload`
const send = (parts: readonly Part[], token: string | undefined = owner.token, of = owner) =>
  sendForm(server, addressOf(of), token, parts)

/** Lists the temporary files of uploads on this machine. */
const waiting = () =>
  readdirSync(join(server.dataDir, 'tmp')).filter((name) => name.startsWith('media-'))
const stored = async () => {
  const keys: string[] = []
  for await (const { key } of server.app.store.list()) keys.push(key)
  return keys.filter((key) => key.startsWith(owner.bucket.id))
}
const mayHoldLocation = async (media: Media | undefined) => {
  const query = { slug: owner.bucket.slug, media_id: media?.id ?? '' }
  return (await server.call(getMedia, { query }, owner)).ok().media.may_hold_location
}
const rows = () =>
  server.app.db.read
    .selectFrom('media')
    .select(['id', 'name', 'file_id'])
    .where('bucket_id', '=', owner.bucket.id)
    .execute()

describe('an upload', () => {
  test('is refused without a session (401), and nothing is stored', async () => {
    expect(await send([['files', text()]], '')).toMatchObject({ status: 401 })
    expect(waiting()).toEqual([])
  })

  test('is refused to a contributor (403) and another tenant (404)', async () => {
    const person = await addPerson(server)
    expect(await send([['files', text()]], person.token)).toMatchObject({ status: 404 })
    await joinBucket(server, person, owner, 'contributor')
    expect(await send([['files', text()]], person.token)).toMatchObject({ status: 403 })
    expect(await rows()).toEqual([])
  })
})

describe('a refused upload', () => {
  const page = '<!doctype html><script>alert(1)</script>'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page, 'utf16le')])
  test.each<[string, FormFile]>([
    ['a page', { bytes: page, name: 'a.html' }],
    ['a page by another name', { bytes: page, name: 'a.txt', type: 'text/plain' }],
    ['a page behind spaces and comments', { bytes: `\n <!-- x --> ${page}`, name: 'a' }],
    ['a page behind a mark of its bytes', { bytes: `\uFEFF${page}`, name: 'a.md' }],
    ['a page in UTF-16', { bytes: utf16, name: 'a.txt' }],
    ['a script of a page', { bytes: '<SCRIPT>alert(1)</SCRIPT>', name: 'a.csv' }],
    ['a text said to be a page', { bytes: 'Hello', name: 'a', type: 'TEXT/HTML;charset=x' }],
    ['a text named as a page', { bytes: 'Hello', name: 'a.HTM' }],
  ])('answers 400 for %s: HTML files not allowed', async (_what, file) => {
    const { status, json } = await send([['files', file]])
    expect(status).toBe(400)
    expect(json).toMatchObject({
      code: 'invalid',
      message: 'HTML files not allowed',
      details: [{ path: 'files', message: 'Invalid file type: text/html' }],
    })
    expect(await rows()).toEqual([])
  })

  test.each<[string, readonly Part[], string]>([
    ['no file', [['folder', 'a']], 'files'],
    ['a file in another field', [['file', text()]], 'file'],
    [
      'an unknown field',
      [
        ['files', text()],
        ['colour', 'red'],
      ],
      'colour',
    ],
    [
      'metadata that is no JSON',
      [
        ['files', text()],
        ['metadata', '{'],
      ],
      'metadata',
    ],
    [
      'metadata that is a list',
      [
        ['files', text()],
        ['metadata', '[1]'],
      ],
      'metadata',
    ],
    [
      'a folder too long',
      [
        ['files', text()],
        ['folder', 'a'.repeat(101)],
      ],
      'folder',
    ],
    [
      'an alt text too long',
      [
        ['files', text()],
        ['alt_text', 'a'.repeat(5001)],
      ],
      'alt_text',
    ],
  ])('answers 400 for %s, and names the field', async (_what, parts, path) => {
    const { status, json } = await send(parts)
    expect({
      status,
      path: (json['details'] as { path: string }[] | undefined)?.[0]?.path,
    }).toEqual({ status: 400, path })
    expect([await rows(), await stored(), waiting()]).toEqual([[], [], []])
  })

  test('answers 400 for an image of a billion pixels and for one that cannot be read', async () => {
    const bomb = { bytes: await pngOfSize(40_000, 25_000), name: 'bomb.png' }
    expect((await send([['files', bomb]])).json['message']).toBe(
      'bomb.png: An image may have at most 300 megapixels.',
    )
    const half = (await picture(300, 300).png().toBuffer()).subarray(0, 300)
    expect((await send([['files', { bytes: half, name: 'half.png' }]])).status).toBe(400)
    expect([await rows(), await stored(), waiting()]).toEqual([[], [], []])
  })

  test('stores no file if one of several is refused', async () => {
    const files: Part[] = [
      ['files', text()],
      ['files', { bytes: page, name: 'b.html' }],
    ]
    expect((await send(files)).status).toBe(400)
    expect([await rows(), await stored(), waiting()]).toEqual([[], [], []])
  })

  test('answers 415 for another kind of body and 400 for 101 files', async () => {
    const answer = await server.http.inject({
      method: 'POST',
      url: addressOf(owner),
      headers: { authorization: `Bearer ${owner.token}` },
      payload: {},
    })
    expect(answer.statusCode).toBe(415)
    const many = Array.from({ length: 101 }, (_, n): Part => ['files', text(`${n}.txt`)])
    expect((await send(many)).status).toBe(400)
    expect([await rows(), await stored(), waiting()]).toEqual([[], [], []])
  })
})

describe('uploaded files', () => {
  test('become media with the given folder, texts and metadata, and are served at their address', async () => {
    const png = await picture(60, 40).png().toBuffer()
    const { status, json } = await send([
      ['files', { bytes: png, name: 'My Harbour (1).png', type: 'image/png' }],
      ['files', text('b.csv')],
      ['folder', 'art'],
      ['alt_text', 'A harbour'],
      ['title', 'Harbour'],
      ['metadata', '{"rights":"ours"}'],
    ])
    expect(status).toBe(201)
    const [image, csv] = json['media'] as Media[]
    expect(image).toMatchObject({
      name: `${image?.id}-My-Harbour-1.png`,
      original_name: 'My Harbour (1).png',
      size: png.length,
      type: 'image/png',
      bucket: owner.bucket.id,
      folder: 'art',
      alt_text: 'A harbour',
      title: 'Harbour',
      metadata: { rights: 'ours' },
      width: 60,
      height: 40,
      duration: null,
      created_by: owner.id,
    })
    expect(image?.blurhash).toMatch(/^.{28}$/)
    expect(image?.color).toMatch(/^#[0-9a-f]{6}$/)
    expect(csv).toMatchObject({ type: 'text/csv', folder: 'art', width: null })
    expect((await fetchFile(server, image?.url ?? '')).bytes.equals(png)).toBe(true)
    expect(await rows()).toHaveLength(2)
    expect(waiting()).toEqual([])
  })

  test('with the same bytes are stored once in a bucket, and separately in another', async () => {
    const [a, b] = await upload(server, owner, text('a.txt'), { ...text('a.txt'), name: 'b.txt' })
    await upload(server, owner, { ...text('a.txt'), name: 'c.txt' })
    expect(a?.url).not.toBe(b?.url)
    expect(await rows()).toHaveLength(3)
    expect(new Set((await rows()).map(({ file_id }) => file_id)).size).toBe(1)
    const other = await addOwner(server)
    const [theirs] = await upload(server, other, text('a.txt'))
    expect((await fetchFile(server, theirs?.url ?? '')).bytes.toString()).toBe('Text a.txt')
    const { owner_id } = await server.app.db.read
      .selectFrom('files')
      .select('owner_id')
      .where('owner_id', '=', other.bucket.id)
      .executeTakeFirstOrThrow()
    expect(owner_id).toBe(other.bucket.id)
  })

  test('with the same bytes are stored once, even if they arrive at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => upload(server, owner, text())))
    expect(new Set((await rows()).map(({ file_id }) => file_id)).size).toBe(1)
    expect(await rows()).toHaveLength(8)
  })

  test('may be empty', async () => {
    const [empty] = await upload(server, owner, { bytes: '', name: 'empty.txt' })
    expect(empty).toMatchObject({ size: 0, type: 'text/plain' })
    expect((await fetchFile(server, empty?.url ?? '')).bytes.length).toBe(0)
  })

  test.each([
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    [
      'a.png',
      '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>',
      'image/svg+xml',
    ],
    [
      'a',
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>',
      'application/xhtml+xml',
    ],
    ['a.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
    ['a.json', '{}', 'application/json'],
    ['a.js', 'alert(1)', 'text/javascript'],
    ['a.md', '# Title <script>', 'text/markdown'],
    ['constructor', 'text', 'text/plain'],
    ['a.html', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;<script>', 'image/gif'],
    ['a.txt', '%PDF-1.7\n%%EOF', 'application/pdf'],
    ['a.png', '\u0000\u0001\u0002', 'application/octet-stream'],
  ])('named %s get their type from their bytes: %j is %s', async (name, bytes, type) => {
    const [media] = await upload(server, owner, { bytes, name, type: 'image/png' })
    expect(media?.type).toBe(type)
  })

  test('have the duration of a sound and the dimensions of a GIF', async () => {
    const [sound] = await upload(server, owner, { bytes: wav(1.5), name: 'a.wav' })
    expect(sound).toMatchObject({ type: 'audio/wav', duration: 1.5, width: null })
    const [gif] = await upload(server, owner, {
      bytes: await picture().gif().toBuffer(),
      name: 'a',
    })
    expect(gif).toMatchObject({ type: 'image/gif', width: 80, height: 40 })
  })

  test('lose the location of a photo, unless the bucket keeps it', async () => {
    const file = { bytes: await photo(6), name: 'photo.jpg' }
    const [turned] = await upload(server, owner, file)
    expect(turned).toMatchObject({ width: 40, height: 80 })
    const { bytes } = await fetchFile(server, turned?.url ?? '')
    expect(turned?.size).toBe(bytes.length)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    const body = { slug: owner.bucket.slug, data: { media_keeps_location: true } }
    expect((await server.call(updateBucket, { body }, owner)).ok().bucket).toMatchObject({
      media_keeps_location: true,
    })
    const [original] = await upload(server, owner, { ...file, bytes: await photo(1) })
    expect((await fetchFile(server, original?.url ?? '')).bytes.equals(await photo(1))).toBe(true)
  })

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['photo.jpg', 'image/jpeg', mpo],
    ['photo.png', 'image/png', png],
    ['photo.webp', 'image/webp', webp],
    ['photo.avif', 'image/avif', avif],
    ['photo.heic', 'image/heic', heic],
    ['scan.tif', 'image/tiff', () => tiff(true)],
    ['moving.gif', 'image/gif', gif],
    ['film.mp4', 'video/mp4', film],
    ['film.mov', 'video/quicktime', () => film('qt  ')],
    ['paper.pdf', 'application/pdf', async () => pdf(await jpeg())],
  ])(
    '%s (%s) loses its location and author, unless the bucket keeps them',
    async (name, type, make) => {
      const bytes = await make()
      const [media] = await upload(server, owner, { bytes, name })
      expect(media).toMatchObject({ type, size: bytes.length })
      const { bytes: stored } = await fetchFile(server, media?.url ?? '')
      expect([privateIn(bytes).length > 0, privateIn(stored)]).toEqual([true, []])
      expect(await mayHoldLocation(media)).toBe(false)
      const body = { slug: owner.bucket.slug, data: { media_keeps_location: true } }
      ;(await server.call(updateBucket, { body }, owner)).ok()
      const [original] = await upload(server, owner, { bytes, name })
      expect(await mayHoldLocation(original)).toBe(true)
      expect((await fetchFile(server, original?.url ?? '')).bytes.equals(bytes)).toBe(true)
    },
  )

  test('are marked as possibly holding a location if the format is unknown or the PDF is encrypted', async () => {
    const encrypted = pdf(await jpeg(), { isEncrypted: true })
    const files = [
      { bytes: Buffer.from('BM\0\0\0\0'), name: 'a.bmp' },
      { bytes: encrypted, name: 'a.pdf' },
      { bytes: 'A text', name: 'a.txt' },
    ]
    const all = await upload(server, owner, ...files)
    const body = { slug: owner.bucket.slug }
    const { media } = (await server.call(listMedia, { query: body }, owner)).ok()
    const locations = new Map(media.map((one) => [one.id, one.may_hold_location]))
    expect(all.map(({ id }) => locations.get(id))).toEqual([true, true, false])
    expect((await fetchFile(server, all[1]?.url ?? '')).bytes.equals(encrypted)).toBe(true)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\bild.png', 'bild.png'],
    ['Größe – Café 大きさ.txt', 'Grosse-Cafe.txt'],
    ['صورة عائلية.txt', 'file.txt'],
    ['नमस्ते 2.txt', '2.txt'],
    ['👩‍👩‍👧', 'file'],
    ['a\u202Egnp.txt', 'a-gnp.txt'],
    ['...', 'file'],
    ['-rf', 'rf'],
    ['%2e%2e%2fa?b#c.png', '2e-2e-2fa-b-c.png'],
    [`${'大a'.repeat(90)}.jpeg`, `${'a-'.repeat(47)}a.jpeg`],
  ])('named %s get a safe name: %s', async (original, safe) => {
    const [media] = await upload(server, owner, { bytes: 'x', name: original })
    expect(media?.name).toBe(`${media?.id}-${safe}`)
    expect(encodeURIComponent(media?.name ?? '')).toBe(media?.name)
    expect(media?.original_name).toBe(original.split(/[/\\]/).at(-1))
    expect((await fetchFile(server, media?.url ?? '')).bytes.toString()).toBe('x')
  })
})

describe('uploaded pictures of users', () => {
  const sendPicture = (file: FormFile, token = owner.token) =>
    sendForm(server, '/v3/media-upload', token, [['files', file]])

  test('are refused without a session (401) and if they are not pictures (400)', async () => {
    expect((await sendPicture(text(), '')).status).toBe(401)
    expect((await sendPicture(text())).json).toMatchObject({
      status: 400,
      details: [{ path: 'files' }],
    })
  })

  test('belong to no bucket', async () => {
    const png = await picture().png().toBuffer()
    const { status, json } = await sendPicture({ bytes: png, name: 'me.png' })
    expect(status).toBe(201)
    const [media] = json['media'] as Media[]
    expect(media).toMatchObject({ type: 'image/png', width: 80 })
    expect((await fetchFile(server, media?.url ?? '')).bytes.equals(png)).toBe(true)
    expect(await rows()).toEqual([])
  })

  test('can be a user’s avatar, a workspace’s logo and a bucket’s thumbnail', async () => {
    const png = await picture().png().toBuffer()
    const { json } = await sendPicture({ bytes: png, name: 'me.png' })
    const [media] = json['media'] as Media[]
    const { name = '', url = '' } = media ?? {}
    // A name must not lead to another path, nor be a script.
    const [page] = await upload(server, owner, text())
    for (const bad of ['../me.png', 'a/b.png', 'javascript:alert(1)', page?.name]) {
      const answer = await server.send(updateUser, { body: { data: { avatar: bad } } }, owner)
      expect(answer.error().details?.[0]?.path).toBe('data.avatar')
    }
    const workspace = { title: 'W', logo: 'javascript:alert(1)' }
    expect((await server.send(addWorkspace, { body: workspace }, owner)).status).toBe(400)

    const data = { avatar: name }
    const { user } = (await server.call(updateUser, { body: { data } }, owner)).ok()
    expect(user.avatar_url).toBe(url)
    const byAddress = { body: { data: { avatar: url } } }
    expect((await server.call(updateUser, byAddress, owner)).ok().user.avatar).toBe(name)
    const created = (
      await server.call(addWorkspace, { body: { title: 'W', logo: url } }, owner)
    ).ok()
    expect(created.workspace.logo).toBe(url)
    const { slug } = owner.bucket
    const request = { slug, data: { thumbnail: url } }
    expect((await server.call(updateBucket, { body: request }, owner)).ok().bucket.thumbnail).toBe(
      url,
    )
    // Pictures need no session: only people who see the person or bucket see their URLs.
    const { status, bytes } = await fetchFile(server, url)
    expect([status, bytes.equals(png)]).toEqual([200, true])
  })
})

/** Returns a WAV file with silence of this length. */
function wav(seconds: number): Buffer {
  const data = Buffer.alloc(8000 * seconds)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
