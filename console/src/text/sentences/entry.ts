/** An English sentence of the service, and its Swedish. Groups are what differs in it, such as a number or a name. */
export type Entry = readonly [english: RegExp, swedish: string];
