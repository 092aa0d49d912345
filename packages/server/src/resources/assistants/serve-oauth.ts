import { MCP_METADATA_PATH, MCP_PATH, CONSENT_PATH } from '@typecase/contract/assistants'
import { PRODUCT } from '@typecase/contract/product'
import { tokenScopes } from '@typecase/contract/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { MAX_ANONYMOUS_BODY_BYTES } from '../../limits.ts'
import type { App } from '../../app.ts'
import { allowEveryOrigin } from '../../content-api/cors.ts'
import { clientDisconnectSignal } from '../../http/client-disconnect.ts'
import { toFailure } from '../../http/error-handler.ts'
import type { Failure } from '../../http/failure.ts'
import { ipKey } from '../../http/limits-keys.ts'
import { assertResource, issuerOf } from './authorization.ts'
import { addClient, findClient, readClientMetadata, redirectUrisOf } from './clients.ts'
import { endGrants, exchange, grantOfToken } from './grants.ts'
import { OAuthError } from './oauth-error.ts'

const REGISTER = '/oauth/register'
const TOKEN = '/oauth/token'
const REVOKE = '/oauth/revoke'
const METADATA = ['/.well-known/oauth-protected-resource', MCP_METADATA_PATH]
const SERVER_METADATA = '/.well-known/oauth-authorization-server'

/** Serves the OAuth calls of programs in the formats that the standards prescribe (0161). */
export function serveOAuth(server: FastifyInstance, app: App): void {
  void server.register((oauth, _options, done) => {
    oauth.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string | Buffer) => readForm(body.toString()),
    )
    oauth.setErrorHandler(answerError)
    serveMetadata(oauth, app)
    serveCalls(oauth, app)
    done()
  })
}

function serveMetadata(oauth: FastifyInstance, app: App): void {
  const issuer = issuerOf(app)
  const resource = {
    resource: issuer + MCP_PATH,
    resource_name: PRODUCT,
    authorization_servers: [issuer],
    scopes_supported: tokenScopes,
    bearer_methods_supported: ['header'],
  }
  const authorizationServer = {
    issuer,
    authorization_endpoint: issuer + CONSENT_PATH,
    token_endpoint: issuer + TOKEN,
    registration_endpoint: issuer + REGISTER,
    revocation_endpoint: issuer + REVOKE,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: tokenScopes,
    authorization_response_iss_parameter_supported: true,
  }
  for (const url of [...METADATA, SERVER_METADATA]) {
    const answer = url === SERVER_METADATA ? authorizationServer : resource
    oauth.options(url, answerPreflight)
    oauth.get(url, (_request, reply) => {
      allowEveryOrigin(reply)
      return reply.header('cache-control', 'public, max-age=3600').send(answer)
    })
  }
}

function serveCalls(oauth: FastifyInstance, app: App): void {
  const { db, clock, limits, admission } = app

  /** Serves a call that requires no sign-in, rate-limited by IP address. */
  function serve(
    url: string,
    type: string,
    answer: (body: Form, request: FastifyRequest) => Promise<object>,
    status = 200,
  ): void {
    oauth.options(url, answerPreflight)
    oauth.post(
      url,
      {
        bodyLimit: MAX_ANONYMOUS_BODY_BYTES,
        onRequest: async (request, reply) => {
          allowEveryOrigin(reply)
          admission.anonymousRate(request.ip)
        },
      },
      async (request, reply) => {
        if (!request.headers['content-type']?.startsWith(type))
          throw new OAuthError('invalid_request', `The body must be ${type}`)
        const body = (request.body ?? {}) as Form
        const result = await admission.anonymousWork.run(
          ipKey(request.ip),
          clientDisconnectSignal(reply),
          () => answer(body, request),
        )
        return reply.code(status).send(result)
      },
    )
  }

  serve(
    REGISTER,
    'application/json',
    async (body, { ip }) => {
      const metadata = readClientMetadata(body)
      await limits.count('assistantClient', ipKey(ip))
      const client = await addClient(db, clock, metadata)
      return {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.created_at / 1000),
        client_name: client.name,
        redirect_uris: redirectUrisOf(client),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
    },
    201,
  )

  const form = 'application/x-www-form-urlencoded'
  serve(TOKEN, form, async (body) => {
    assertResource(app, body['resource'])
    const clientId = requireField(body, 'client_id')
    if (!(await findClient(db.read, clientId)))
      throw new OAuthError('invalid_client', 'This client is not registered. Register again.', 401)
    const type = requireField(body, 'grant_type')
    if (type === 'refresh_token')
      return exchange(app, {
        kind: 'refresh',
        secret: requireField(body, 'refresh_token'),
        clientId,
      })
    if (type === 'authorization_code')
      return exchange(app, {
        kind: 'code',
        secret: requireField(body, 'code'),
        clientId,
        redirectUri: requireField(body, 'redirect_uri'),
        verifier: requireField(body, 'code_verifier'),
      })
    throw new OAuthError(
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token',
    )
  })

  serve(REVOKE, form, async (body) => {
    const id = await grantOfToken(
      db.read,
      requireField(body, 'token'),
      requireField(body, 'client_id'),
    )
    if (id !== undefined) await db.write((write) => endGrants(app, write, [id]), 'serializable')
    // A token that does not exist counts as revoked (RFC 7009 §2.2).
    return {}
  })
}

type Form = Readonly<Record<string, string | undefined>>

/** Parses a form. @throws OAuthError for a repeated parameter (RFC 6749 §3.2) */
function readForm(body: string): Form {
  const form: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form) throw new OAuthError('invalid_request', `${name} must be sent once`)
    if (value.includes('\0'))
      throw new OAuthError('invalid_request', `${name} must not hold the character U+0000`)
    form[name] = value
  }
  return form
}

function requireField(body: Form, name: string): string {
  const value = body[name]
  if (value) return value
  throw new OAuthError('invalid_request', `${name} is required`)
}

/** Answers the preflight request, so that programs in a browser can make these calls, which read no cookies. */
function answerPreflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  allowEveryOrigin(reply)
  return reply
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', 'Authorization, Content-Type, MCP-Protocol-Version')
    .header('access-control-max-age', '86400')
    .code(204)
    .send()
}

/** Answers with an error in the format of RFC 6749 §5.2. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OAuthError) return reply.code(error.status).send(error.toBody())
  const failure = toFailure(error)
  const { status, message } = failure.toBody(request.id)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
  const code = codeOf(failure)
  return reply.code(status).send({ error: code, error_description: message })
}

function codeOf({ code }: Failure): string {
  if (code === 'limited' || code === 'unavailable') return 'temporarily_unavailable'
  return code === 'internal' ? 'server_error' : 'invalid_request'
}
