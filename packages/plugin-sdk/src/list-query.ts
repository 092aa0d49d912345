/** A query over objects as the list calls take it: the query language's JSON. Checked by the server. */
export type ListQuery = Readonly<Record<string, unknown>>
