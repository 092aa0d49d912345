/**
 * The limits that protect the server and that an operator may meet. Sizes in bytes unless the name says otherwise; constants
 * of one algorithm are next to it. `docs/operations.md` lists them.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Requests

/** Nesting depth of a JSON body. A deeper one would overflow the stack of the code that walks it. */
export const MAX_JSON_DEPTH = 64
/** Keys of all objects in a JSON body. */
export const MAX_JSON_KEYS = 30_000
/** Body of a request without a session: names, passwords and codes. */
export const MAX_ANONYMOUS_BODY_BYTES = 16_384
/** Request of an assistant: the arguments of a command, such as 1,000 objects with their values. */
export const MAX_ASSISTANT_BODY_BYTES = 2_000_000
/** Size of a text field of an uploaded form. */
export const MAX_FORM_FIELD_BYTES = 1_000_000
/** Number of text fields of an uploaded form. */
export const MAX_FORM_FIELDS = 20
/** Validation errors in an answer. `more_details` counts the others. */
export const MAX_ERROR_DETAILS = 20
/** Validation errors after which the validation of a request stops. */
export const MAX_VALIDATION_ERRORS = 100
/** Length of a path in a validation error, because clients can send keys of any length. */
export const MAX_ERROR_PATH_CHARACTERS = 200
/** Content of an answer. Memory holds several copies of it before it is sent. */
export const MAX_CONTENT_BYTES = 16_000_000
/** Answers of the content API that a process caches. */
export const RESPONSE_CACHE_BYTES = 64 * 1_048_576
/** Time for running requests to finish when the server stops. */
export const DRAIN_TIMEOUT_MS = 10 * SECOND
/** Requests from an address without a valid session or key. */
export const ANONYMOUS_RATE = { perSecond: 20, burst: 300 }
/** Uncached images to resize for an address: enough for the first visit to a page with many pictures. */
export const IMAGE_RATE = { perSecond: 10, burst: 500 }
/** Files of extensions for an address: a page with twenty extensions requests about two hundred. */
export const EXTENSION_RATE = { perSecond: 50, burst: 2000 }
/** Requests to the content API from an address with one key of a bucket. */
export const CONTENT_RATE = { perSecond: 500, burst: 5000 }
/** Requests of assistants with one token: each makes several requests to the API. */
export const ASSISTANT_RATE = { perSecond: 10, burst: 200 }
/** Time for which an answer of the readiness probe is reused. */
export const PROBE_CACHE_MS = SECOND

// Other servers

/** Redirects that a download of a media follows. */
export const MAX_REDIRECTS = 3
/** Bytes that a server must send per interval when a media is downloaded. A slower one would hold a connection until the timeout. */
export const MIN_FETCHED_BYTES = 20_000
/** Verification of a captcha. */
export const CAPTCHA_TIMEOUT_MS = 10 * SECOND
/** Requests to Google and GitHub during sign-in. */
export const PROVIDER_TIMEOUT_SECONDS = 10
/** Each step of sending an e-mail. */
export const SMTP_TIMEOUT_MS = 20 * SECOND
/** E-mails in memory that wait for another attempt. */
export const MAX_WAITING_MAILS = 1000
/** Answer of the AI provider with a text. */
export const AI_TEXT_TIMEOUT_MS = 2 * MINUTE
/** Answer of the AI provider in a conversation, while someone waits in the palette. */
export const AI_CHAT_TIMEOUT_MS = 30 * SECOND
/** Answer of the AI provider with a picture. */
export const AI_IMAGE_TIMEOUT_MS = 3 * MINUTE
/** Answer of the AI provider with a text. */
export const MAX_AI_TEXT_BYTES = 2_000_000
/** Answer of the AI provider with a picture. */
export const MAX_AI_IMAGE_BYTES = 40_000_000
/** Requests to Stripe. */
export const PAYMENT_TIMEOUT_MS = 20 * SECOND
/** Age of the signature of an event that Stripe sends. */
export const PAYMENT_EVENT_AGE_SECONDS = 300
/** Cards in the list of a customer. */
export const MAX_CARDS = 100
/** Requests to Vercel. */
export const VERCEL_TIMEOUT_MS = 10 * SECOND
/** Answer of Vercel: 100 deployments take 300 kB, a long build log several MB. */
export const MAX_VERCEL_BYTES = 8_000_000
/** Events of a build that are read, counted from its end. */
export const MAX_BUILD_EVENTS = 3000
/** Connection to S3. */
export const S3_CONNECT_TIMEOUT_MS = 5 * SECOND
/** Requests to S3. A slow store is worth waiting for, an unreachable one is not. */
export const S3_TIMEOUT_MS = 30 * SECOND
/** Answer of the endpoint of a webhook. */
export const WEBHOOK_TIMEOUT_MS = 10 * SECOND
/** Simultaneous deliveries of a webhook. A slow endpoint delays only its own deliveries. */
export const MAX_DELIVERIES_PER_WEBHOOK = 2
/** Simultaneous deliveries of a bucket. */
export const MAX_DELIVERIES_PER_BUCKET = 4
/** Simultaneous deliveries of a process. */
export const MAX_DELIVERIES = 64

// Accounts

/** Length of a password. Hashing longer ones could keep the server busy. */
export const MAX_PASSWORD_BYTES = 1024
/** Sign-ins that wait for a hash. Further ones would only time out. */
export const MAX_WAITING_HASHES = 500
/** Time to finish a sign-in with a passkey or a provider. */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE
/** Time until an unused session ends. */
export const SESSION_IDLE_MS = 24 * HOUR
/** Maximum duration of a session, from the sign-in. */
export const MAX_SESSION_MS = 30 * DAY
/** Duration of a support session. */
export const SUPPORT_SESSION_MS = HOUR
/** Time for which a process trusts its cache of sessions if several processes share a database. */
export const SESSION_CACHE_MS = 10 * SECOND
/** Time after a sign-in during which sensitive changes need no password. */
export const STEP_UP_MS = 10 * MINUTE
/** Access tokens of a user. */
export const MAX_ACCESS_TOKENS = 50
/** Assistants that a user has connected. */
export const MAX_ASSISTANTS = 50
/** Assistants listed in the settings of a bucket. */
export const MAX_LISTED_ASSISTANTS = 500
/** Registered OAuth clients. At the limit, those without any permission are deleted. */
export const MAX_ASSISTANT_CLIENTS = 10_000
/** Time for an assistant to exchange its code for tokens. */
export const ASSISTANT_CODE_MS = 2 * MINUTE
/** Lifetime of an assistant’s access token. */
export const ASSISTANT_TOKEN_MS = HOUR
/** Time until the refresh token of an unused assistant expires. */
export const ASSISTANT_IDLE_MS = 30 * DAY
/** Passkeys of a user. */
export const MAX_PASSKEYS = 50
/** Pictures of a user: avatars and logos. */
export const MAX_PICTURES = 100
/** Macros of a user in a project. */
export const MAX_MACROS = 500
/** Plans that have not been applied, of a user’s assistants in a bucket. */
export const MAX_PLANS = 200
/** Smart views of a user in a bucket. */
export const MAX_SMART_VIEWS = 200
/** Query of a smart view, as JSON: the same limit as for a list. */
export const MAX_VIEW_QUERY_CHARACTERS = 20_000
/** Tabs of a user whose presence in a bucket is shown. */
export const MAX_PRESENCE_PER_USER = 30
/** Tabs in a bucket whose presence is shown. The one that has been silent longest is dropped first. */
export const MAX_PRESENCE_PER_BUCKET = 1000
/** Events that wait for a slow reader. A slower one is disconnected and has to read again. */
export const MAX_WAITING_EVENT_BYTES = 1_000_000
/** The same for a site with a live stream, of which there are many. */
export const MAX_WAITING_LIVE_BYTES = 64_000
/** Different reactions to a comment. */
export const MAX_REACTIONS = 20

// Object types

/** Fields of an object type, nested ones included. */
export const MAX_METAFIELDS = 2000
/** Options of a field. */
export const MAX_METAFIELD_OPTIONS = 1000

// Media

/** Metadata of a media, as JSON. */
export const MAX_MEDIA_METADATA_BYTES = 100_000
/** Unfinished resumable uploads of a user to a bucket. */
export const MAX_UNFINISHED_UPLOADS = 200
/** Longest pause of a resumable upload. */
export const UPLOAD_EXPIRY_MS = DAY
/** Chunk of a resumable upload: the most that is lost when a process dies, and the size of an S3 request. */
export const UPLOAD_CHUNK_BYTES = 8_000_000
/** Chunks of a resumable upload: enough for the largest file in parts of 100 kB. */
export const MAX_UPLOAD_CHUNKS = 10_000
/** Time for a file to reach the store. The slowest upload to S3 takes less. */
export const FILE_ARRIVAL_TIMEOUT_MS = DAY
/** Pixels of an image, or of all frames of an animation. */
export const MAX_IMAGE_PIXELS = 300_000_000
/** Pixels of a photo that is rotated upright. A larger one keeps its orientation. */
export const MAX_ROTATED_PIXELS = 100_000_000
/** Width and height of a resized image. */
export const MAX_IMAGE_SIDE_PIXELS = 8192
/** Pixels of a resized image. */
export const MAX_OUTPUT_PIXELS = 32_000_000
/** Pixels of a resized image that is AVIF or blurred, which takes ten times as long. */
export const MAX_SLOW_OUTPUT_PIXELS = 4_000_000
/** Pixels of all frames of a resized animation. */
export const MAX_ANIMATED_OUTPUT_PIXELS = 16_000_000
/** PDF whose metadata is removed: it is read as a whole. */
export const MAX_PDF_BYTES = 100_000_000
/** Size of one read of a file’s metadata. */
export const MAX_METADATA_READ_BYTES = 8_000_000
/** Total size of the writes that remove a file’s metadata. */
export const MAX_METADATA_WRITE_BYTES = 32_000_000

// Imports and extensions

/** Entries in the zip of an import. */
export const MAX_ARCHIVE_ENTRIES = 200_000
/** Unpacked size of all files in the zip of an import. */
export const MAX_ARCHIVE_BYTES = 8 * 2 ** 30
/** Ratio of a file's unpacked size to its packed size. Pictures and texts reach 20. */
export const MAX_COMPRESSION_RATIO = 200
/** Unpacked size of an imported table, whose rows are staged on disk. */
export const MAX_TABLE_BYTES = 2 ** 30
/** Unpacked size of a bucket.json that is read as a whole. */
export const MAX_BUCKET_JSON_BYTES = 64 * 2 ** 20
/** Files from a host that time out before an import stops downloading from it. */
export const MAX_LATE_FILES = 3
/** Entries in the zip of an extension, including folders and files that are left out. */
export const MAX_EXTENSION_ENTRIES = 1000
/** Manifest of an extension. Lists contain many of them. */
export const MAX_MANIFEST_BYTES = 64_000
/** Compressed size of a running extension’s module, which loads while someone waits. */
export const MAX_ENTRY_BYTES = 64_000

// Jobs and retention

/** Jobs that a process runs at the same time, each of a different bucket. */
export const JOB_SLOTS = 4
/** Job slots of an account, and its simultaneous jobs that call other servers. */
export const JOB_SLOTS_PER_ACCOUNT = 2
/** Simultaneous jobs that call other servers: each has its own thread and memory. */
export const MAX_NETWORK_JOBS = 8
/** Attempts that can end with their process before a job fails. */
export const MAX_JOB_ATTEMPTS = 5
/** Time until a claim on a job expires without renewal. */
export const JOB_LEASE_MS = 30 * SECOND
/** Answers kept for retries, and unused sessions. */
export const RETRY_RETENTION_MS = DAY
/** Declined and expired invitations, which can be sent again. */
export const INVITE_RETENTION_MS = 30 * DAY
/** Events of the payment provider, which repeats an event for three days. */
export const PAYMENT_EVENT_RETENTION_MS = 30 * DAY
/** Metered usage. */
export const USAGE_RETENTION_MS = 400 * DAY
/** Finished jobs. */
export const JOB_RETENTION_MS = 30 * DAY
/** OAuth clients without any permission. */
export const ASSISTANT_CLIENT_RETENTION_MS = 30 * DAY
/** Expired shared links. */
export const LINK_RETENTION_MS = 30 * DAY
/** Expired plans of assistants. */
export const PLAN_RETENTION_MS = 30 * DAY
/** Reservation of AI tokens: longer than a call takes, so an older one belongs to a process that died. */
export const TOKEN_RESERVATION_MS = 10 * MINUTE
/** Time for which a charge is left to the call that made it: longer than the timeout of the provider. */
export const CHARGE_CLAIM_MS = 2 * MINUTE
