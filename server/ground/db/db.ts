import type pg from 'pg';

export type Db = Pick<pg.ClientBase, 'query'> & {
  /** Whether Citus has spread the companies' tables over workers. */
  readonly isDistributed?: boolean;
};

/** The owner of a row. Only a verified token or a command's company look-up creates one. */
export type CompanyId = string & { readonly companyId: unique symbol };

/** The owner of rows that belong to no company, such as calls with an unknown token. */
export const noCompany = '00000000-0000-0000-0000-000000000000' as CompanyId;
