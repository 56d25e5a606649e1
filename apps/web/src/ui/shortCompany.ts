// Names of companies as people say them: without the words of their legal form.

/** 昆明滇鲜农产品有限公司 as 昆明滇鲜农产品; names of people stay as they are. */
export const shortCompany = (name: string): string => name.replace(/(?:股份)?有限(?:责任)?公司$/, '') || name
