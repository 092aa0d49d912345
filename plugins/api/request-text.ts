import { urlOf } from '@typecase/contract/request-url'
import type { ServerCall } from '@typecase/plugin-sdk/server-call'
import { quoteWord } from '@typecase/plugin-sdk/terminal-line'

/** Returns a curl command for a call. The token is a variable, because the copied text may be pasted anywhere. */
export function curlOf({ endpoint, body }: ServerCall, origin: string): string {
  return [
    `curl ${quoteWord(urlOf(origin, endpoint, {}))}`,
    ...(endpoint.method === 'POST' ? [] : [`-X ${endpoint.method}`]),
    '-H "authorization: Bearer $TYPECASE_TOKEN"',
    `--json ${quoteWord(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}

/** Returns the first line of a call: `POST /v3/admin/objects/publishByIds`. */
export const lineOf = ({ endpoint }: ServerCall): string =>
  `${endpoint.method} ${urlOf('', endpoint, {})}`

/** Returns the body of a call, formatted for people. */
export const bodyOf = ({ body }: ServerCall): string => JSON.stringify(body, null, 2)
