/** Error codes of RFC 6749, 7591, 7009 and 8707 that the server uses. */
type OAuthCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** An error in the form that OAuth prescribes. */
export class OAuthError extends Error {
  readonly code: OAuthCode
  readonly status: number

  constructor(code: OAuthCode, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }

  toBody(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.message }
  }
}
