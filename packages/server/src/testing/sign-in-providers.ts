import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Provider } from 'oidc-provider'

/** A person with an account at a provider. */
export interface ProviderPerson {
  id: string
  email: string
  isVerified: boolean
  firstName: string
  lastName: string
}

/** A sign-in provider on loopback; `person` is signed in there. */
export interface LoopbackProvider {
  readonly url: string
  /** Settings of a server that offers it. */
  readonly settings: Record<string, string>
  person: ProviderPerson
  /** Whether every response is a failure, or only those of GitHub's API. */
  isDown: boolean | 'api'
  close(): Promise<void>
}

const CLIENT = { id: 'typecase', secret: 'a secret of the client, long enough' }

export const ada: ProviderPerson = {
  id: '1815',
  email: 'ada@example.org',
  isVerified: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}` }
}

const close = (server: Server) =>
  new Promise<void>((done) => {
    server.closeAllConnections()
    server.close(() => done())
  })

/** Starts an OpenID provider like Google, which signs its person in without asking. */
export async function startGoogle(redirectUri: string): Promise<LoopbackProvider> {
  let callback: ReturnType<Provider['callback']> | undefined
  const { server, url } = await listen((request, response) => void answer(request, response))
  const self: LoopbackProvider = {
    url,
    settings: {
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_ISSUER: url,
    },
    person: ada,
    isDown: false,
    close: () => close(server),
  }
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['of a test'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: self.person.email,
        email_verified: self.person.isVerified,
        given_name: self.person.firstName,
        family_name: self.person.lastName,
      }),
    }),
    async loadExistingGrant({ oidc: { client, session } }) {
      if (!client || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  callback = provider.callback()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (self.isDown) return void response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction')) return callback?.(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: self.person.id } })
  }
  return self
}

/** Starts GitHub's API for an OAuth app: codes with PKCE, tokens, and the user's profile. */
export async function startGithub(redirectUri: string): Promise<LoopbackProvider> {
  const codes = new Map<string, string>()
  const tokens = new Map<string, ProviderPerson>()
  const { server, url } = await listen((request, response) => void answer(request, response))
  const self: LoopbackProvider = {
    url,
    settings: {
      GITHUB_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_SECRET: CLIENT.secret,
      GITHUB_URL: url,
      GITHUB_API_URL: url,
    },
    person: { ...ada, id: '4004' },
    isDown: false,
    close: () => close(server),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (self.isDown === true) return void json({}, 503)
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response)
    if (pathname === '/login/oauth/access_token') return void json(await exchange(request))
    if (self.isDown) return void json({}, 503)
    const person = tokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '')
    if (!person) return void json({ message: 'Bad credentials' }, 401)
    if (pathname === '/user') {
      const name = `${person.firstName} ${person.lastName}`
      return void json({ id: Number(person.id), login: 'ada', name })
    }
    return void json([
      { email: 'old@example.org', primary: false, verified: false },
      { email: person.email, primary: true, verified: person.isVerified },
    ])
  }

  function authorize(params: URLSearchParams, response: ServerResponse): void {
    const isRight =
      params.get('client_id') === CLIENT.id &&
      params.get('redirect_uri') === redirectUri &&
      params.get('code_challenge_method') === 'S256'
    if (!isRight) return void response.writeHead(400).end()
    const code = randomBytes(10).toString('hex')
    codes.set(code, params.get('code_challenge') ?? '')
    const state = params.get('state') ?? ''
    const location = `${redirectUri}?${new URLSearchParams({ code, state }).toString()}`
    response.writeHead(302, { location }).end()
  }

  async function exchange(request: IncomingMessage): Promise<object> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = new URLSearchParams(text)
    const code = body.get('code') ?? ''
    const challenge = codes.get(code)
    codes.delete(code)
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = proof === challenge && body.get('client_secret') === CLIENT.secret
    // GitHub refuses with status 200.
    if (!isRight) return { error: 'bad_verification_code' }
    const token = `gho_${randomBytes(10).toString('hex')}`
    tokens.set(token, { ...self.person })
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }
  return self
}

/** Follows a provider's redirects like a browser. @returns the parameters of the last one */
export async function visitProvider(url: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  const { host } = new URL(url)
  let at = new URL(url)
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${at.href}: ${answer.status} ${await answer.text()}`)
    at = new URL(location, at)
    const problem = at.searchParams.get('error_description')
    if (problem !== null) throw new Error(`${problem} (${at.searchParams.get('error')})`)
    if (at.host !== host) return at.searchParams
  }
  throw new Error('The provider never sent the browser back.')
}
