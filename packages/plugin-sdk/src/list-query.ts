/** A query over objects in the query language's JSON, as list calls accept it. The server validates it. */
export type ListQuery = Readonly<Record<string, unknown>>
