import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ada, type LoopbackProvider } from './sign-in-providers.ts'

const CLIENT = { id: 'typecase.example', secret: 'a secret' }

/** Google with its script: it issues codes in a pop-up, and also on its own page. */
export interface LoopbackPopup extends LoopbackProvider {
  /** Returns a code as the script would pass it to the page. */
  newCode(): string
  /** Whether the script can be loaded. */
  hasScript: boolean
}

/** The authorization request that a code belongs to. */
interface Grant {
  redirectUri: string
  challenge?: string
  nonce?: string
}

export async function startLoopbackPopup(): Promise<LoopbackPopup> {
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  const self: LoopbackPopup = {
    url,
    settings: {
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_ISSUER: url,
      GOOGLE_SCRIPT_URL: `${url}/gsi/client`,
    },
    person: ada,
    isDown: false,
    hasScript: true,
    newCode: () => grant({ redirectUri: 'postmessage' }),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }

  function grant(of: Grant): string {
    const code = randomBytes(10).toString('hex')
    grants.set(code, of)
    return code
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const send = (type: string, body: string) =>
      response.writeHead(200, { 'content-type': type }).end(body)
    if (self.isDown || (pathname === '/gsi/client' && !self.hasScript))
      return void response.writeHead(503).end()
    if (pathname === '/gsi/client') return void send('text/javascript', scriptOf(url))
    if (pathname === '/popup') return void send('text/html', popupOf(self.newCode()))
    if (pathname === '/authorize') return authorize(searchParams, response)
    const json = pathname === '/token' ? await exchange(request) : metadataOf(url)
    const status = 'error' in json ? 400 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }

  function authorize(params: URLSearchParams, response: ServerResponse): void {
    const redirectUri = params.get('redirect_uri') ?? ''
    const code = grant({
      redirectUri,
      challenge: params.get('code_challenge') ?? '',
      nonce: params.get('nonce') ?? '',
    })
    const query = new URLSearchParams({ code, state: params.get('state') ?? '', iss: url })
    response.writeHead(302, { location: `${redirectUri}?${query.toString()}` }).end()
  }

  async function exchange(request: IncomingMessage): Promise<object> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = new URLSearchParams(text)
    const code = body.get('code') ?? ''
    const granted = grants.get(code)
    grants.delete(code)
    // Like Google, refuse a verifier if the request had no challenge.
    const verifier = body.get('code_verifier')
    const challenge = verifier === null ? undefined : sha256(verifier)
    if (
      !granted ||
      granted.redirectUri !== body.get('redirect_uri') ||
      granted.challenge !== challenge
    )
      return { error: 'invalid_grant' }
    if (body.get('client_secret') !== CLIENT.secret) return { error: 'invalid_client' }
    const { id, email, isVerified, firstName, lastName } = self.person
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: url,
      aud: CLIENT.id,
      sub: id,
      iat: now,
      exp: now + 3600,
      nonce: granted.nonce,
      email,
      email_verified: isVerified,
      given_name: firstName,
      family_name: lastName,
    }
    // Clients trust tokens from the token endpoint without verifying their signature.
    const id_token = [{ alg: 'RS256' }, claims, 'signature']
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return { access_token: `ya29.${code}`, token_type: 'Bearer', expires_in: 3600, id_token }
  }
  return self
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

/** The part of Google's script that the sign-in pages use. @see https://developers.google.com/identity/oauth2/web/reference/js-reference */
const scriptOf = (url: string) => `
window.google = { accounts: { oauth2: { initCodeClient: (config) => ({
  requestCode() {
    const query = new URLSearchParams({ client_id: config.client_id, scope: config.scope })
    const popup = window.open('${url}/popup?' + query, 'google', 'popup,width=500,height=600')
    if (!popup) return config.error_callback({ type: 'popup_failed_to_open' })
    const timer = setInterval(() => {
      if (popup.closed) end(() => config.error_callback({ type: 'popup_closed' }))
    }, 50)
    function hear({ origin, data }) {
      if (origin === '${url}') end(() => config.callback({ state: config.state, ...data }))
    }
    function end(work) {
      clearInterval(timer)
      window.removeEventListener('message', hear)
      work()
    }
    window.addEventListener('message', hear)
  },
}) } } }
`

const popupOf = (code: string) => `<!doctype html>
<title>Google</title>
<button onclick="answer({ code: '${code}' })">Continue as Ada</button>
<button onclick="answer({ error: 'access_denied' })">Cancel</button>
<button onclick="answer({ code: 'made-up' })">Fail</button>
<script>
  function answer(data) {
    window.opener.postMessage(data, '*')
    setTimeout(() => window.close())
  }
</script>
`
