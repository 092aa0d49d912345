import type { Media } from '@typecase/contract/media-upload'

import type { TestServer } from './test-server.ts'

/** A file of a form. */
export interface FormFile {
  bytes: Buffer | string
  name: string
  type?: string
}

/** Sends a form like a browser. @param fields files and texts, by field */
export async function sendForm(
  { http }: TestServer,
  url: string,
  token: string | undefined,
  fields: readonly (readonly [string, FormFile | string])[],
) {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else
      form.append(
        name,
        new Blob([new Uint8Array(Buffer.from(value.bytes))], { type: value.type ?? '' }),
        value.name,
      )
  }
  const encoded = new Response(form)
  const answer = await http.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: answer.statusCode, json: answer.json<Record<string, unknown>>() }
}

/** Uploads files to a bucket. @throws if they are refused */
export async function upload(
  server: TestServer,
  { token, bucket }: { token: string; bucket: { slug: string } },
  ...files: FormFile[]
): Promise<Media[]> {
  const url = `/v3/buckets/${bucket.slug}/media-upload`
  const { status, json } = await sendForm(
    server,
    url,
    token,
    files.map((file) => ['files', file]),
  )
  if (status !== 201) throw new Error(`The upload answered ${status} ${JSON.stringify(json)}`)
  return json['media'] as Media[]
}

/** Requests a file by its address, like a browser. */
export async function fetchFile(
  { http }: TestServer,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const { pathname, search } = new URL(url)
  const answer = await http.inject({ method, url: pathname + search, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
