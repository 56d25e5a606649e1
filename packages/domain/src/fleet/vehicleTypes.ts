// Vehicle types of the driving licence (行驶证 车辆类型) that carry or pull freight, and what kind of vehicle each is.

/**
 * Vehicle types by code, as the regulator wants them.
 *
 * @source GA 24.4 code list
 */
export const vehicleTypes = [
  { code: 'H10', label: '重型货车' },
  { code: 'H11', label: '重型普通货车' },
  { code: 'H12', label: '重型厢式货车' },
  { code: 'H13', label: '重型封闭货车' },
  { code: 'H14', label: '重型罐式货车' },
  { code: 'H15', label: '重型平板货车' },
  { code: 'H16', label: '重型集装厢车' },
  { code: 'H17', label: '重型自卸货车' },
  { code: 'H18', label: '重型特殊结构货车' },
  { code: 'H19', label: '重型仓栅式货车' },
  { code: 'H20', label: '中型货车' },
  { code: 'H21', label: '中型普通货车' },
  { code: 'H22', label: '中型厢式货车' },
  { code: 'H23', label: '中型封闭货车' },
  { code: 'H24', label: '中型罐式货车' },
  { code: 'H25', label: '中型平板货车' },
  { code: 'H26', label: '中型集装厢车' },
  { code: 'H27', label: '中型自卸货车' },
  { code: 'H28', label: '中型特殊结构货车' },
  { code: 'H29', label: '中型仓栅式货车' },
  { code: 'H30', label: '轻型货车' },
  { code: 'H31', label: '轻型普通货车' },
  { code: 'H32', label: '轻型厢式货车' },
  { code: 'H33', label: '轻型封闭货车' },
  { code: 'H34', label: '轻型罐式货车' },
  { code: 'H35', label: '轻型平板货车' },
  { code: 'H37', label: '轻型自卸货车' },
  { code: 'H38', label: '轻型特殊结构货车' },
  { code: 'H39', label: '轻型仓栅式货车' },
  { code: 'H40', label: '微型货车' },
  { code: 'H41', label: '微型普通货车' },
  { code: 'H42', label: '微型厢式货车' },
  { code: 'H43', label: '微型封闭货车' },
  { code: 'H44', label: '微型罐式货车' },
  { code: 'H45', label: '微型自卸货车' },
  { code: 'H46', label: '微型特殊结构货车' },
  { code: 'H47', label: '微型仓栅式货车' },
  { code: 'H50', label: '低速货车' },
  { code: 'H51', label: '普通低速货车' },
  { code: 'H52', label: '厢式低速货车' },
  { code: 'H53', label: '罐式低速货车' },
  { code: 'H54', label: '自卸低速货车' },
  { code: 'H55', label: '仓栅式低速货车' },
  { code: 'Q10', label: '重型牵引车' },
  { code: 'Q11', label: '重型半挂牵引车' },
  { code: 'Q12', label: '重型全挂牵引车' },
  { code: 'Q20', label: '中型牵引车' },
  { code: 'Q21', label: '中型半挂牵引车' },
  { code: 'Q22', label: '中型全挂牵引车' },
  { code: 'Q30', label: '轻型牵引车' },
  { code: 'Q31', label: '轻型半挂牵引车' },
  { code: 'Q32', label: '轻型全挂牵引车' },
  { code: 'G10', label: '重型全挂车' },
  { code: 'G11', label: '重型普通全挂车' },
  { code: 'G12', label: '重型厢式全挂车' },
  { code: 'G13', label: '重型罐式全挂车' },
  { code: 'G14', label: '重型平板全挂车' },
  { code: 'G15', label: '重型集装箱全挂车' },
  { code: 'G16', label: '重型自卸全挂车' },
  { code: 'G17', label: '重型仓栅式全挂车' },
  { code: 'G18', label: '重型旅居全挂车' },
  { code: 'G19', label: '重型专项作业全挂车' },
  { code: 'G20', label: '中型全挂车' },
  { code: 'G21', label: '中型普通全挂车' },
  { code: 'G22', label: '中型厢式全挂车' },
  { code: 'G23', label: '中型罐式全挂车' },
  { code: 'G24', label: '中型平板全挂车' },
  { code: 'G25', label: '中型集装箱全挂车' },
  { code: 'G26', label: '中型自卸全挂车' },
  { code: 'G27', label: '中型仓栅式全挂车' },
  { code: 'G28', label: '中型旅居全挂车' },
  { code: 'G29', label: '中型专项作业全挂车' },
  { code: 'G30', label: '轻型全挂车' },
  { code: 'G31', label: '轻型普通全挂车' },
  { code: 'G32', label: '轻型厢式全挂车' },
  { code: 'G33', label: '轻型罐式全挂车' },
  { code: 'G34', label: '轻型平板全挂车' },
  { code: 'G35', label: '轻型自卸全挂车' },
  { code: 'G36', label: '轻型仓栅式全挂车' },
  { code: 'G37', label: '轻型旅居全挂车' },
  { code: 'G38', label: '轻型专项作业全挂车' },
  { code: 'B10', label: '重型半挂车' },
  { code: 'B11', label: '重型普通半挂车' },
  { code: 'B12', label: '重型厢式半挂车' },
  { code: 'B13', label: '重型罐式半挂车' },
  { code: 'B14', label: '重型平板半挂车' },
  { code: 'B15', label: '重型集装箱半挂车' },
  { code: 'B16', label: '重型自卸半挂车' },
  { code: 'B17', label: '重型特殊结构半挂车' },
  { code: 'B18', label: '重型仓栅式半挂车' },
  { code: 'B19', label: '重型旅居半挂车' },
  { code: 'B1A', label: '重型专项作业半挂车' },
  { code: 'B1B', label: '重型低平板半挂车' },
  { code: 'B20', label: '中型半挂车' },
  { code: 'B21', label: '中型普通半挂车' },
  { code: 'B22', label: '中型厢式半挂车' },
  { code: 'B23', label: '中型罐式半挂车' },
  { code: 'B24', label: '中型平板半挂车' },
  { code: 'B25', label: '中型集装箱半挂车' },
  { code: 'B26', label: '中型自卸半挂车' },
  { code: 'B27', label: '中型特殊结构半挂车' },
  { code: 'B28', label: '中型仓栅式半挂车' },
  { code: 'B29', label: '中型旅居半挂车' },
  { code: 'B2A', label: '中型专项作业半挂车' },
  { code: 'B2B', label: '中型低平板半挂车' },
  { code: 'B30', label: '轻型半挂车' },
  { code: 'B31', label: '轻型普通半挂车' },
  { code: 'B32', label: '轻型厢式半挂车' },
  { code: 'B33', label: '轻型罐式半挂车' },
  { code: 'B34', label: '轻型平板半挂车' },
  { code: 'B35', label: '轻型自卸半挂车' },
  { code: 'B36', label: '轻型仓栅式半挂车' },
  { code: 'B37', label: '轻型旅居半挂车' },
  { code: 'B38', label: '轻型专项作业半挂车' },
  { code: 'B39', label: '轻型低平板半挂车' },
  { code: 'Z11', label: '大型专项作业车' },
  { code: 'Z21', label: '中型专项作业车' },
  { code: 'Z31', label: '小型专项作业车' },
  { code: 'Z41', label: '微型专项作业车' },
  { code: 'Z51', label: '重型专项作业车' },
  { code: 'Z71', label: '轻型专项作业车' },
  { code: 'N11', label: '三轮汽车' },
  { code: 'X99', label: '其他' },
] as const

export type VehicleTypeCode = (typeof vehicleTypes)[number]['code']

/** The kind of a vehicle, as far as plates and driving licences depend on it. */
export type VehicleKind =
  | 'heavyTruck'
  | 'lightTruck'
  | 'lowSpeedTruck'
  | 'threeWheeler'
  | 'heavyTractor'
  | 'lightTractor'
  | 'trailer'
  | 'special'
  | 'other'

/** The kind of a vehicle type. Medium sizes count as heavy: plates and licences treat them alike. */
export function vehicleKind(code: VehicleTypeCode): VehicleKind {
  switch (code.slice(0, 2)) {
    case 'H1':
    case 'H2':
      return 'heavyTruck'
    case 'H3':
    case 'H4':
      return 'lightTruck'
    case 'H5':
      return 'lowSpeedTruck'
    case 'Q1':
    case 'Q2':
      return 'heavyTractor'
    case 'Q3':
      return 'lightTractor'
    case 'N1':
      return 'threeWheeler'
  }
  if (/^[GB]/.test(code)) return 'trailer'
  return code.startsWith('Z') ? 'special' : 'other'
}
